// An app that people sign in to, with net/http, go-oidc and golang.org/x/oauth2.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type person struct {
	ID    string `json:"sub"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// What belongs to a visitor: of a sign-in until its callback, and then the person.
type session struct {
	state, nonce, verifier string
	person                 *person
}

// By the random name in a cookie. Where an app has several processes, this is a store that they share.
var sessions sync.Map

func main() {
	redirectURI := os.Getenv("REDIRECT_URI")
	callback, err := url.Parse(redirectURI)
	if err != nil {
		log.Fatal(err)
	}
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	app := &app{
		provider: provider,
		verifier: provider.Verifier(&oidc.Config{ClientID: os.Getenv("CLIENT_ID")}),
		secure:   callback.Scheme == "https",
		oauth: oauth2.Config{
			ClientID:     os.Getenv("CLIENT_ID"),
			ClientSecret: os.Getenv("CLIENT_SECRET"),
			Endpoint:     provider.Endpoint(),
			RedirectURL:  redirectURI,
			Scopes:       []string{oidc.ScopeOpenID, "email", "profile"},
		},
	}
	http.HandleFunc("GET /{$}", app.home)
	http.HandleFunc("GET /sign-in", app.signIn)
	http.HandleFunc("GET "+callback.Path, app.callback)
	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}

type app struct {
	oauth    oauth2.Config
	provider *oidc.Provider
	verifier *oidc.IDTokenVerifier
	secure   bool
}

func (a *app) home(w http.ResponseWriter, r *http.Request) {
	current := currentSession(r)
	if current == nil || current.person == nil {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<p><a href="/sign-in">Sign in</a></p>`)
		return
	}
	// Text, since a name may be anything.
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "Hello %s <%s>, known here as %s", current.person.Name, current.person.Email, current.person.ID)
}

func (a *app) signIn(w http.ResponseWriter, r *http.Request) {
	begun := &session{state: rand.Text(), nonce: rand.Text(), verifier: oauth2.GenerateVerifier()}
	a.keep(w, begun)
	to := a.oauth.AuthCodeURL(begun.state, oidc.Nonce(begun.nonce), oauth2.S256ChallengeOption(begun.verifier))
	http.Redirect(w, r, to, http.StatusFound)
}

func (a *app) callback(w http.ResponseWriter, r *http.Request) {
	begun := takeSession(r)
	answer := r.URL.Query()
	// Whoever has none began no sign-in here: somebody else did, and sent them its answer.
	if begun == nil || begun.state == "" || answer.Get("state") != begun.state {
		http.Error(w, "Nobody was signed in.", http.StatusForbidden)
		return
	}
	found, err := a.finish(r.Context(), answer.Get("code"), begun)
	if err != nil {
		log.Print(err)
		http.Error(w, "Nobody was signed in.", http.StatusForbidden)
		return
	}
	// Under a new name, so that nobody who knew the old one is signed in along with the person.
	a.keep(w, &session{person: found})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// The id_token says who it is; what they share is at userinfo.
func (a *app) finish(ctx context.Context, code string, begun *session) (*person, error) {
	token, err := a.oauth.Exchange(ctx, code, oauth2.VerifierOption(begun.verifier))
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	identity, err := a.verifier.Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	info, err := a.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return nil, err
	}
	if identity.Nonce != begun.nonce || info.Subject != identity.Subject {
		return nil, fmt.Errorf("the id_token is of another sign-in")
	}
	found := &person{}
	return found, info.Claims(found)
}
