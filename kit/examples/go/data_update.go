package main

import (
	"context"
	"crypto/subtle"
	"errors"

	"github.com/coreos/go-oidc/v3/oidc"
)

// dataState is kept beside the refresh token of a person who keeps this app up to date. It is of the data token of their
// sign-in; Version is that of the newest update, 0 before the first.
type dataState struct {
	Subject   string `json:"sub"`
	RequestID string `json:"auth_request_id"`
	Secret    string `json:"update_secret"`
	Version   int64  `json:"version"`
}

// openDataUpdate returns the claims as they are now, the text of one that is gone being empty, and the version to keep.
func openDataUpdate(ctx context.Context, provider *oidc.Provider, clientID, raw string, claimsKey []byte, state dataState) (*dataToken, error) {
	update, err := openOfType(ctx, provider, clientID, raw, claimsKey, "data-update+jwt")
	switch {
	case err != nil:
		return nil, err
	case update.Subject != state.Subject || update.RequestID != state.RequestID:
		return nil, errors.New("the update is for another grant")
	case subtle.ConstantTimeCompare([]byte(update.UpdateSecret), []byte(state.Secret)) != 1:
		return nil, errors.New("the update does not come from the device that approved")
	case update.Version < state.Version:
		return nil, errors.New("the update is older than the last")
	}
	return update, nil
}
