package example;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.MediaType;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.introspection.SpringOpaqueTokenIntrospector;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** People sign in to its pages, and apps call its API with access tokens that are for it. */
@SpringBootApplication
@RestController
public class App {
    private static final String START = "/oauth2/authorization";

    public static void main(String[] parameters) {
        SpringApplication.run(App.class, parameters);
    }

    @GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
    String home() {
        return "<p><a href=\"/me\">Sign in</a></p>";
    }

    // Plain text, because a name may hold markup.
    @GetMapping(path = "/me", produces = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8")
    String me(@AuthenticationPrincipal OidcUser person) {
        return "Hello %s <%s>, known here as %s".formatted(person.getFullName(), person.getEmail(), person.getSubject());
    }

    @GetMapping(path = "/api/notes", produces = MediaType.TEXT_PLAIN_VALUE)
    String notes(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return "Notes of %s: buy milk.".formatted(caller.<String>getAttribute("sub"));
    }

    /** Asks about each token, so that what its person takes back ends at once. */
    @Bean
    OpaqueTokenIntrospector introspector(
            @Value("${ISSUER}/oauth/introspect") String uri,
            @Value("${RESOURCE_CLIENT_ID}") String id,
            @Value("${RESOURCE_CLIENT_SECRET}") String secret) {
        var asking = SpringOpaqueTokenIntrospector.withIntrospectionUri(uri).clientId(id).clientSecret(secret).build();
        return token -> {
            var caller = asking.introspect(token);
            // One that is bound to a key is worth nothing without the proof, which nothing here checks.
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

    @Bean
    @Order(2)
    SecurityFilterChain pages(
            HttpSecurity http, ClientRegistrationRepository clients, @Value("${REDIRECT_URI}") java.net.URI redirectUri)
            throws Exception {
        // Of apps with a secret, Spring sends PKCE only when told to.
        var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, START);
        requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
        return http.authorizeHttpRequests(pages -> pages.requestMatchers("/").permitAll().anyRequest().authenticated())
                .oauth2Login(login -> login.loginProcessingUrl(redirectUri.getPath())
                        .authorizationEndpoint(start -> start.authorizationRequestResolver(requests)))
                .build();
    }
}
