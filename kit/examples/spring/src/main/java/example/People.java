package example;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.HashMap;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserRequest;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.userinfo.OAuth2UserService;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.oidc.OidcUserInfo;
import org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority;
import org.springframework.stereotype.Component;

/** Reads what a person shares from the data token, in place of userinfo. */
@Component
class People implements OAuth2UserService<OidcUserRequest, OidcUser> {
    private final String issuer;
    private final JWK claimsKey;
    private final JWKSource<SecurityContext> keys;

    People(
            ClientRegistrationRepository clients,
            @Value("${ISSUER}") String issuer,
            @Value("${CLAIMS_KEY_FILE}") Path claimsKeyFile)
            throws IOException, ParseException {
        var provider = clients.findByRegistrationId("countersign").getProviderDetails();
        this.issuer = issuer;
        this.claimsKey = JWK.parse(Files.readString(claimsKeyFile));
        this.keys = JWKSourceBuilder.create(URI.create(provider.getJwkSetUri()).toURL()).build();
    }

    @Override
    public OidcUser loadUser(OidcUserRequest request) {
        var idToken = request.getIdToken();
        var dataToken = String.valueOf(request.getAdditionalParameters().get("data_token"));
        try {
            var clientId = request.getClientRegistration().getClientId();
            var shared = DataTokens.open(dataToken, issuer, clientId, keys, claimsKey);
            if (!shared.subject().equals(idToken.getSubject())) throw new BadJOSEException("The tokens are of two people.");
            var claims = new HashMap<>(shared.claims());
            claims.put("sub", shared.subject());
            var info = new OidcUserInfo(claims);
            return new DefaultOidcUser(List.of(new OidcUserAuthority(idToken, info)), idToken, info);
        } catch (ParseException | JOSEException | BadJOSEException refused) {
            throw new OAuth2AuthenticationException(new OAuth2Error("invalid_data_token"), refused.getMessage(), refused);
        }
    }
}
