package example;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDHDecrypter;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.Ed25519Verifier;
import com.nimbusds.jose.crypto.X25519Decrypter;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import java.text.ParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

final class DataTokens {
    record Shared(String subject, Map<String, Object> claims) {}

    /** A token and what the device has sealed in it. */
    record Opened(JWTClaimsSet token, JWTClaimsSet inner) {}

    /** The claims key is the app's private JWK, null for an app that is registered with --plain. */
    static Shared open(String dataToken, String issuer, String clientId, JWKSource<SecurityContext> keys, JWK claimsKey)
            throws ParseException, JOSEException, BadJOSEException {
        var opened = open("data-token+jwt", dataToken, issuer, clientId, keys, claimsKey);
        return new Shared(opened.token().getSubject(), opened.inner().getJSONObjectClaim("claims"));
    }

    static Opened open(
            String kind, String dataToken, String issuer, String clientId, JWKSource<SecurityContext> keys, JWK claimsKey)
            throws ParseException, JOSEException, BadJOSEException {
        var signed = SignedJWT.parse(dataToken);
        var type = String.valueOf(signed.getHeader().getType()).toLowerCase(Locale.ROOT).replaceFirst("^application/", "");
        var key = keys.get(new JWKSelector(JWKMatcher.forJWSHeader(signed.getHeader())), null).stream().findFirst();
        check(type.equals(kind) && key.isPresent() && signed.verify(verifierOf(key.get())), "not signed so");
        var token = signed.getJWTClaimsSet(); // the next line checks aud, iss, exp and nbf
        var exact = new JWTClaimsSet.Builder().issuer(issuer).build();
        new DefaultJWTClaimsVerifier<>(clientId, exact, Set.of("sub", "exp", "auth_request_id")).verify(token, null);
        var sealed = token.getStringClaim("claims_jwe");
        if (sealed == null && claimsKey == null) return new Opened(token, token);
        check(sealed != null && claimsKey != null, "sealed claims need a claims key, and plain ones an app without");
        var jwe = JWEObject.parse(sealed);
        var cipher = List.of(jwe.getHeader().getAlgorithm(), jwe.getHeader().getEncryptionMethod());
        check(cipher.equals(List.of(JWEAlgorithm.ECDH_ES_A256KW, EncryptionMethod.A256GCM)), "sealed by another cipher");
        jwe.decrypt(claimsKey instanceof OctetKeyPair okp ? new X25519Decrypter(okp) : new ECDHDecrypter(claimsKey.toECKey()));
        var inner = JWTClaimsSet.parse(jwe.getPayload().toString());
        for (var name : List.of("sub", "aud", "auth_request_id", "version")) {
            check(Objects.equals(inner.getClaim(name), token.getClaim(name)), "sealed for another token");
        }
        var claims = inner.getJSONObjectClaim("claims");
        check(claims != null && claims.keySet().equals(Set.copyOf(token.getStringListClaim("claim_names")))
                && claims.values().stream().allMatch(String.class::isInstance), "not the claims that the token names");
        return new Opened(token, inner);
    }

    private static JWSVerifier verifierOf(JWK key) throws JOSEException {
        if (key instanceof OctetKeyPair okp) return new Ed25519Verifier(okp);
        if (key instanceof ECKey ec) return new ECDSAVerifier(ec);
        throw new JOSEException("Data tokens are signed with ES256 or EdDSA.");
    }

    static void check(boolean isTrue, String otherwise) throws BadJOSEException {
        if (!isTrue) throw new BadJOSEException("The data token is refused: " + otherwise + ".");
    }
}
