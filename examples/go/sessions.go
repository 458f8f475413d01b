package main

import (
	"crypto/rand"
	"net/http"
)

const cookie = "session"

func (a *app) keep(w http.ResponseWriter, kept *session) {
	name := rand.Text()
	sessions.Store(name, kept)
	http.SetCookie(w, &http.Cookie{
		Name: cookie, Value: name, Path: "/", HttpOnly: true, Secure: a.secure, SameSite: http.SameSiteLaxMode,
	})
}

func currentSession(r *http.Request) *session {
	sent, err := r.Cookie(cookie)
	if err != nil {
		return nil
	}
	found, _ := sessions.Load(sent.Value)
	kept, _ := found.(*session)
	return kept
}

// Once: an answer that is brought a second time finds nothing.
func takeSession(r *http.Request) *session {
	sent, err := r.Cookie(cookie)
	if err != nil {
		return nil
	}
	found, _ := sessions.LoadAndDelete(sent.Value)
	kept, _ := found.(*session)
	return kept
}
