require 'omniauth'
require 'omniauth_openid_connect'
require 'rack'
require 'rack/handler/webrick'
require 'uri'

issuer, redirect_uri = ENV.values_at('ISSUER', 'REDIRECT_URI')
# /auth/openid_connect begins, its callback ends. The test posts, as the form of a page does, but has no token from one.
OmniAuth.config.request_validation_phase = nil
OmniAuth.config.logger.level = Logger::WARN

app = Rack::Builder.new do
  use Rack::Session::Cookie, secret: 'for tests: a secret of sixty-four characters or more, as Rack wants it'
  use OmniAuth::Builder do
    provider :openid_connect,
             scope: %i[openid email profile],
             issuer: issuer,
             client_options: {
               scheme: 'http',
               host: 'localhost',
               port: URI(issuer).port,
               identifier: ENV.fetch('CLIENT_ID'),
               secret: ENV.fetch('CLIENT_SECRET'),
               redirect_uri: redirect_uri,
               authorization_endpoint: '/oauth/authorize',
               token_endpoint: '/oauth/token/',
               userinfo_endpoint: '/oauth/userinfo',
               jwks_uri: "#{issuer}/.well-known/jwks.json"
             }
  end
  map URI(redirect_uri).path do
    run lambda { |env|
      auth = env['omniauth.auth']
      env['rack.session']['person'] = "#{auth.info.name} <#{auth.info.email}>, known here as #{auth.uid}"
      [302, { 'Location' => '/' }, []]
    }
  end
  run ->(env) { [200, { 'Content-Type' => 'text/plain' }, [env['rack.session']['person'].to_s]] }
end
Rack::Handler::WEBrick.run(app, Host: 'localhost', Port: ENV['PORT'].to_i, AccessLog: [], Logger: WEBrick::Log.new($stderr, WEBrick::Log::WARN))
