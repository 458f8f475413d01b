package example;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.introspection.SpringOpaqueTokenIntrospector;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers apps whose access token is for this API. */
@RestController
class NotesApi {
    @GetMapping(path = "/api/notes", produces = MediaType.TEXT_PLAIN_VALUE)
    String notes(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return "Notes of %s: buy milk.".formatted(caller.<String>getAttribute("sub"));
    }

    /** Asks about each token, so that a revoked one ends at once. */
    @Bean
    OpaqueTokenIntrospector introspector(
            @Value("${ISSUER}/oauth/introspect") String uri,
            @Value("${RESOURCE_CLIENT_ID}") String id,
            @Value("${RESOURCE_CLIENT_SECRET}") String secret) {
        var asking = SpringOpaqueTokenIntrospector.withIntrospectionUri(uri).clientId(id).clientSecret(secret).build();
        return token -> {
            var caller = asking.introspect(token);
            // A token that is bound to a key needs a proof (RFC 9449), which nothing here checks.
            if ("Bearer".equals(caller.getAttribute("token_type"))) return caller;
            throw new BadOpaqueTokenException("The access token is not a bearer token.");
        };
    }

    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http) throws Exception {
        return http.securityMatcher("/api/**")
                .authorizeHttpRequests(requests -> requests.anyRequest().hasAuthority("SCOPE_notes:read"))
                .oauth2ResourceServer(server -> server.opaqueToken(Customizer.withDefaults()))
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(csrf -> csrf.disable())
                .build();
    }
}
