package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;

/** Opens the data tokens that readers in every language are checked against. */
class DataTokensTest {
    private static final String VECTORS = "../../packages/data-token/vectors/data-tokens.json";

    @TestFactory
    Stream<DynamicTest> vectors() throws Exception {
        var path = Path.of(System.getenv().getOrDefault("DATA_TOKEN_VECTORS", VECTORS));
        var vectors = JSONObjectUtils.parse(Files.readString(path));
        var cases = JSONObjectUtils.getJSONObjectArray(vectors, "cases");
        return Stream.of(cases).map(each -> DynamicTest.dynamicTest((String) each.get("name"), testOf(vectors, each)));
    }

    @TestFactory
    Stream<DynamicTest> updates() throws Exception {
        var path = Path.of(System.getenv().getOrDefault("DATA_TOKEN_VECTORS", VECTORS));
        var vectors = JSONObjectUtils.parse(Files.readString(path));
        var cases = JSONObjectUtils.getJSONObjectArray(vectors, "updates");
        return Stream.of(cases).map(each -> DynamicTest.dynamicTest((String) each.get("name"), updateOf(vectors, each)));
    }

    private static Executable updateOf(Map<String, Object> vectors, Map<String, Object> each) {
        return () -> {
            var issuer = JSONObjectUtils.getString(vectors, "issuer");
            var clientId = JSONObjectUtils.getString(vectors, "client_id");
            var keys = new ImmutableJWKSet<SecurityContext>(JWKSet.parse(JSONObjectUtils.getJSONObject(vectors, "jwks")));
            var claimsKeys = JSONObjectUtils.getJSONObject(vectors, "claims_keys");
            var key = JWK.parse(JSONObjectUtils.getJSONObject(claimsKeys, JSONObjectUtils.getString(each, "claims_key")));
            var p256 = JWK.parse(JSONObjectUtils.getJSONObject(claimsKeys, "P-256"));
            var signIn = JSONObjectUtils.getString(vectors, "update_sign_in");
            var first = DataUpdates.stateOf(DataTokens.open("data-token+jwt", signIn, issuer, clientId, keys, p256));
            var version = JSONObjectUtils.getLong(JSONObjectUtils.getJSONObject(vectors, "update_state"), "version");
            var state = new DataUpdates.State(first.subject(), first.requestId(), first.secret(), version);
            var dataToken = JSONObjectUtils.getString(each, "data_token");
            if (each.containsKey("refused")) {
                assertThrows(Exception.class, () -> DataUpdates.open(dataToken, state, issuer, clientId, keys, key));
                return;
            }
            var opened = DataUpdates.open(dataToken, state, issuer, clientId, keys, key);
            var answer = Map.of("claims", opened.claims(), "version", opened.state().version());
            assertEquals(JSONObjectUtils.getJSONObject(each, "accepted"), answer);
        };
    }

    private static Executable testOf(Map<String, Object> vectors, Map<String, Object> each) {
        return () -> {
            var issuer = JSONObjectUtils.getString(vectors, "issuer");
            var clientId = JSONObjectUtils.getString(vectors, "client_id");
            var keys = new ImmutableJWKSet<SecurityContext>(JWKSet.parse(JSONObjectUtils.getJSONObject(vectors, "jwks")));
            var claimsKeys = JSONObjectUtils.getJSONObject(vectors, "claims_keys");
            var name = JSONObjectUtils.getString(each, "claims_key");
            var claimsKey = name == null ? null : JWK.parse(JSONObjectUtils.getJSONObject(claimsKeys, name));
            var dataToken = JSONObjectUtils.getString(each, "data_token");
            if (each.containsKey("refused")) {
                var refusal = assertThrows(
                        Exception.class, () -> DataTokens.open(dataToken, issuer, clientId, keys, claimsKey));
                assertFalse(refusal instanceof RuntimeException, refusal::toString);
                return;
            }
            var accepted = JSONObjectUtils.getJSONObject(each, "accepted");
            var opened = DataTokens.open(dataToken, issuer, clientId, keys, claimsKey);
            assertEquals(accepted, Map.of("sub", opened.subject(), "claims", opened.claims()));
        };
    }
}
