package main

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
)

type vectors struct {
	Issuer     string                     `json:"issuer"`
	ClientID   string                     `json:"client_id"`
	Keys       json.RawMessage            `json:"jwks"`
	ClaimsKeys map[string]json.RawMessage `json:"claims_keys"`
	Cases      []struct {
		Name      string `json:"name"`
		DataToken string `json:"data_token"`
		ClaimsKey string `json:"claims_key"`
		Refused   string `json:"refused"`
		Accepted  struct {
			Subject string            `json:"sub"`
			Claims  map[string]string `json:"claims"`
		} `json:"accepted"`
	} `json:"cases"`
}

func TestDataTokensOfTheVectors(t *testing.T) {
	path := cmp.Or(os.Getenv("DATA_TOKEN_VECTORS"), "../../../packages/data-token/vectors/data-tokens.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var vectors vectors
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	jwks := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(vectors.Keys) }))
	defer jwks.Close()
	ctx := context.Background()
	provider := (&oidc.ProviderConfig{IssuerURL: vectors.Issuer, JWKSURL: jwks.URL}).NewProvider(ctx)
	for _, each := range vectors.Cases {
		t.Run(each.Name, func(t *testing.T) {
			opened, err := openDataToken(ctx, provider, vectors.ClientID, each.DataToken, vectors.ClaimsKeys[each.ClaimsKey])
			switch {
			case each.ClaimsKey == "X25519":
				if err == nil || !strings.Contains(err.Error(), "P-256") {
					t.Errorf("an X25519 key: %v", err)
				}
			case each.Refused != "":
				if err == nil {
					t.Errorf("accepted, not refused as %s", each.Refused)
				}
			case err != nil:
				t.Error(err)
			case opened.Subject != each.Accepted.Subject || !maps.Equal(opened.Claims, each.Accepted.Claims):
				t.Errorf("opened %v", opened)
			}
		})
	}
}
