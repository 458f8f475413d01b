// An app that people sign in to, with net/http, go-oidc, golang.org/x/oauth2 and sessions by scs.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/alexedwards/scs/v2"
	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type app struct {
	provider  *oidc.Provider
	oauth     oauth2.Config
	claimsKey []byte
	sessions  *scs.SessionManager
}

func main() {
	callback, err := url.Parse(os.Getenv("REDIRECT_URI"))
	provider, unreachable := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	claimsKey, missing := os.ReadFile(os.Getenv("CLAIMS_KEY_FILE"))
	if err := errors.Join(err, unreachable, missing); err != nil {
		log.Fatal(err)
	}
	a := &app{provider: provider, claimsKey: claimsKey, sessions: scs.New(), oauth: oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  callback.String(),
		Scopes:       []string{oidc.ScopeOpenID, "email", "profile"},
	}}
	a.sessions.Cookie.Secure = callback.Scheme == "https"
	http.HandleFunc("GET /{$}", a.home)
	http.HandleFunc("GET /sign-in", a.signIn)
	http.HandleFunc("GET "+callback.Path, a.callback)
	http.HandleFunc("POST /sign-out", a.signOut)
	address := "localhost:" + cmp.Or(os.Getenv("PORT"), "3000")
	log.Fatal(http.ListenAndServe(address, a.sessions.LoadAndSave(http.DefaultServeMux)))
}

func (a *app) home(w http.ResponseWriter, r *http.Request) {
	session := func(name string) string { return a.sessions.GetString(r.Context(), name) }
	if session("subject") == "" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<p><a href="/sign-in">Sign in</a></p>`)
		return
	}
	// Plain text, because a name may hold markup.
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "Hello %s <%s>, known here as %s", session("name"), session("email"), session("subject"))
}

func (a *app) signIn(w http.ResponseWriter, r *http.Request) {
	state, nonce, verifier := rand.Text(), rand.Text(), oauth2.GenerateVerifier()
	a.sessions.Put(r.Context(), "state", state)
	a.sessions.Put(r.Context(), "nonce", nonce)
	a.sessions.Put(r.Context(), "verifier", verifier)
	to := a.oauth.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier))
	http.Redirect(w, r, to, http.StatusFound)
}

func (a *app) callback(w http.ResponseWriter, r *http.Request) {
	person, err := a.finish(r)
	// A new cookie, because another person may know the old one (session fixation).
	if err := errors.Join(err, a.sessions.RenewToken(r.Context())); err != nil {
		log.Print(err)
		http.Error(w, "You are not signed in.", http.StatusForbidden)
		return
	}
	a.sessions.Put(r.Context(), "subject", person.Subject)
	a.sessions.Put(r.Context(), "name", person.Claims["name"])
	a.sessions.Put(r.Context(), "email", person.Claims["email"])
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (a *app) finish(r *http.Request) (*dataToken, error) {
	ctx := r.Context()
	state, nonce := a.sessions.PopString(ctx, "state"), a.sessions.PopString(ctx, "nonce")
	verifier := a.sessions.PopString(ctx, "verifier")
	if state == "" || r.FormValue("state") != state {
		return nil, errors.New("the callback belongs to another browser or was used before")
	}
	token, err := a.oauth.Exchange(ctx, r.FormValue("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		return nil, err
	}
	idToken, _ := token.Extra("id_token").(string)
	identity, err := a.provider.Verifier(&oidc.Config{ClientID: a.oauth.ClientID}).Verify(ctx, idToken)
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("data_token").(string)
	person, err := openDataToken(ctx, a.provider, a.oauth.ClientID, raw, a.claimsKey)
	if err == nil && (identity.Nonce != nonce || identity.Subject != person.Subject) {
		return nil, errors.New("the tokens are of another sign-in")
	}
	return person, err
}

func (a *app) signOut(w http.ResponseWriter, r *http.Request) {
	if err := a.sessions.Destroy(r.Context()); err != nil {
		log.Print(err)
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
