package example;

import java.net.URI;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class App {
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

    @Bean
    SecurityFilterChain pages(HttpSecurity http, People people, @Value("${REDIRECT_URI}") URI redirectUri) throws Exception {
        return http.authorizeHttpRequests(pages -> pages.requestMatchers("/").permitAll().anyRequest().authenticated())
                .oauth2Login(login -> login.loginProcessingUrl(redirectUri.getPath())
                        .userInfoEndpoint(person -> person.oidcUserService(people)))
                .build();
    }
}
