package example;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.ParseException;
import java.util.Map;

/** Changes that a person sends an app which they keep up to date. */
final class DataUpdates {
    /** Keep it beside the refresh token; the version is that of the newest update, 0 before the first. */
    record State(String subject, String requestId, String secret, long version) {}

    /** The text of a claim that is gone is empty. */
    record Update(Map<String, Object> claims, State state) {}

    /** Null for a person who does not keep this app up to date. */
    static State stateOf(DataTokens.Opened signIn) throws ParseException {
        var secret = signIn.inner().getStringClaim("update_secret");
        var token = signIn.token();
        return secret == null ? null : new State(token.getSubject(), token.getStringClaim("auth_request_id"), secret, 0);
    }

    static Update open(
            String dataToken, State state, String issuer, String clientId, JWKSource<SecurityContext> keys, JWK claimsKey)
            throws ParseException, JOSEException, BadJOSEException {
        var opened = DataTokens.open("data-update+jwt", dataToken, issuer, clientId, keys, claimsKey);
        var token = opened.token();
        var version = token.getLongClaim("version");
        var isOfGrant = state.requestId().equals(token.getClaim("auth_request_id"));
        DataTokens.check(isOfGrant && state.subject().equals(token.getSubject()), "made for another grant");
        var secret = String.valueOf(opened.inner().getClaim("update_secret")).getBytes(StandardCharsets.UTF_8);
        var known = state.secret().getBytes(StandardCharsets.UTF_8);
        DataTokens.check(MessageDigest.isEqual(secret, known), "not from the device that approved");
        DataTokens.check(version != null && version >= state.version(), "older than the last");
        var next = new State(state.subject(), state.requestId(), state.secret(), version);
        return new Update(opened.inner().getJSONObjectClaim("claims"), next);
    }
}
