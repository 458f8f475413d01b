package main

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
)

type dataToken struct {
	Subject   string            `json:"sub"`
	Audience  string            `json:"aud"`
	RequestID string            `json:"auth_request_id"`
	Claims    map[string]string `json:"claims"`
	Names     []string          `json:"claim_names"`
	Sealed    string            `json:"claims_jwe"`
	// Of a person who keeps this app up to date: see data_update.go.
	UpdateSecret string `json:"update_secret"`
	Version      int64  `json:"version"`
}

// claimsKey is the app's private JWK on P-256 (go-jose has no X25519), or nil for an app that is registered with --plain.
func openDataToken(ctx context.Context, provider *oidc.Provider, clientID, raw string, claimsKey []byte) (*dataToken, error) {
	return openOfType(ctx, provider, clientID, raw, claimsKey, "data-token+jwt")
}

func openOfType(ctx context.Context, provider *oidc.Provider, clientID, raw string, claimsKey []byte, kind string) (*dataToken, error) {
	config := &oidc.Config{ClientID: clientID, SupportedSigningAlgs: []string{oidc.ES256, oidc.EdDSA}}
	verified, refused := provider.Verifier(config).Verify(ctx, raw) // signature, iss, aud, exp, nbf
	signed, malformed := jose.ParseSignedCompact(raw, []jose.SignatureAlgorithm{jose.ES256, jose.EdDSA})
	if err := errors.Join(refused, malformed); err != nil {
		return nil, err
	}
	var outer, inner dataToken
	typ, _ := signed.Signatures[0].Protected.ExtraHeaders[jose.HeaderType].(string)
	if verified.Claims(&outer) != nil || strings.TrimPrefix(strings.ToLower(typ), "application/") != kind {
		return nil, errors.New("this is another kind of token")
	}
	if claimsKey == nil && outer.Sealed == "" {
		return &outer, nil
	}
	var key jose.JSONWebKey
	sealed, err := jose.ParseEncryptedCompact(outer.Sealed, []jose.KeyAlgorithm{jose.ECDH_ES_A256KW}, []jose.ContentEncryption{jose.A256GCM})
	if err != nil || key.UnmarshalJSON(claimsKey) != nil || key.IsPublic() {
		return nil, errors.New("the claims must be sealed, and the claims key a private one on P-256")
	}
	plaintext, err := sealed.Decrypt(&key)
	if err != nil || json.Unmarshal(plaintext, &inner) != nil {
		return nil, errors.New("the sealed claims do not open")
	}
	isOurs := inner.Subject == outer.Subject && inner.Audience == outer.Audience && inner.RequestID == outer.RequestID && inner.Version == outer.Version
	if !isOurs || !slices.Equal(slices.Sorted(maps.Keys(inner.Claims)), slices.Sorted(slices.Values(outer.Names))) {
		return nil, errors.New("the claims were sealed for another token")
	}
	return &inner, nil
}
