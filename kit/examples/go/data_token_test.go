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
	SignIn  string    `json:"update_sign_in"`
	State   dataState `json:"update_state"`
	Updates []struct {
		Name      string `json:"name"`
		DataToken string `json:"data_token"`
		ClaimsKey string `json:"claims_key"`
		Refused   bool   `json:"refused"`
		Accepted  struct {
			Claims  map[string]string `json:"claims"`
			Version int64             `json:"version"`
		} `json:"accepted"`
	} `json:"updates"`
}

func readVectors(t *testing.T) (context.Context, *oidc.Provider, vectors) {
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
	t.Cleanup(jwks.Close)
	ctx := context.Background()
	return ctx, (&oidc.ProviderConfig{IssuerURL: vectors.Issuer, JWKSURL: jwks.URL}).NewProvider(ctx), vectors
}

func TestDataUpdatesOfTheVectors(t *testing.T) {
	ctx, provider, vectors := readVectors(t)
	state := vectors.State
	signIn, err := openDataToken(ctx, provider, vectors.ClientID, vectors.SignIn, vectors.ClaimsKeys["P-256"])
	if err != nil || signIn.UpdateSecret != state.Secret || signIn.RequestID != state.RequestID {
		t.Errorf("opened %v: %v", signIn, err)
	}
	for _, each := range vectors.Updates {
		t.Run(each.Name, func(t *testing.T) {
			opened, err := openDataUpdate(ctx, provider, vectors.ClientID, each.DataToken, vectors.ClaimsKeys[each.ClaimsKey], state)
			isRefused := each.Refused || each.ClaimsKey == "X25519"
			if isRefused != (err != nil) {
				t.Errorf("answered %v", err)
			}
			if !isRefused && err == nil && (opened.Version != each.Accepted.Version || !maps.Equal(opened.Claims, each.Accepted.Claims)) {
				t.Errorf("opened %v", opened)
			}
		})
	}
}

func TestDataTokensOfTheVectors(t *testing.T) {
	ctx, provider, vectors := readVectors(t)
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
