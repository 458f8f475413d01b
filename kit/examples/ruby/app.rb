# A Sinatra app that people sign in to by openid_connect: `ruby app.rb`.
require 'net/http'
require 'openid_connect'
require 'sinatra/base'
require_relative 'data_token'

ISSUER, CLIENT_ID, REDIRECT_URI = %w[ISSUER CLIENT_ID REDIRECT_URI].map { |name| ENV.fetch(name) }
CLAIMS_KEY = JSON.parse(File.read(ENV.fetch('CLAIMS_KEY_FILE')))

class App < Sinatra::Base
  set :server, :webrick
  set :bind, 'localhost'
  set :port, ENV.fetch('PORT', '3000').to_i
  # The cookie holds the session, encrypted.
  set :sessions, httponly: true, same_site: :lax, secure: REDIRECT_URI.start_with?('https:')
  set :session_secret, ENV.fetch('SESSION_SECRET')

  # By subject, until the next restart: your database.
  PEOPLE = {}

  get '/' do
    person = PEOPLE[session[:subject]]
    return '<p><a href="/sign-in">Sign in</a></p>' unless person

    # Plain text, because a name may hold markup.
    content_type :text
    "Hello #{person['name'] || 'there'} <#{person['email'] || 'no address'}>, known here as #{session[:subject]}"
  end

  get '/sign-in' do
    state, verifier = Array.new(2) { SecureRandom.urlsafe_base64(32) }
    # One for each tab.
    session[:verifiers] = { **session.fetch(:verifiers, {}), state => verifier }.to_a.last(5).to_h
    challenge = Base64.urlsafe_encode64(Digest::SHA256.digest(verifier), padding: false)
    redirect client.authorization_uri(scope: %i[openid email profile], state: state,
                                      code_challenge: challenge, code_challenge_method: 'S256')
  end

  get URI(REDIRECT_URI).path do
    verifiers = session.fetch(:verifiers, {})
    verifier = verifiers.delete(params['state'])
    session[:verifiers] = verifiers
    halt 403, 'You are not signed in.' unless verifier && params['code']
    openid = client
    openid.authorization_code = params['code']
    token = openid.access_token!(code_verifier: verifier)
    keys = JSON.parse(Net::HTTP.get(URI("#{ISSUER}/.well-known/jwks.json")))
    subject, claims = open_data_token(token.raw_attributes['data_token'], issuer: ISSUER, client_id: CLIENT_ID,
                                                                          jwks: keys, claims_key: CLAIMS_KEY)
    session.clear
    session.update(subject: subject, verifiers: verifiers)
    PEOPLE[subject] = claims
    redirect '/'
  rescue Rack::OAuth2::Client::Error, DataTokenError => e
    logger.warn("The sign-in failed: #{e.message}")
    halt 403, 'You are not signed in.'
  end

  post '/sign-out' do
    session.clear
    redirect '/'
  end

  def client
    OpenIDConnect::Client.new(identifier: CLIENT_ID, secret: ENV.fetch('CLIENT_SECRET'),
                              redirect_uri: REDIRECT_URI,
                              authorization_endpoint: "#{ISSUER}/oauth/authorize",
                              token_endpoint: "#{ISSUER}/oauth/token/")
  end
end
App.run! if $PROGRAM_NAME == __FILE__
