# Verifies a data token and opens its sealed claims, with json-jwt, which comes with openid_connect, and OpenSSL.
require 'json/jwt'

class DataTokenError < StandardError; end

# Keys in DER up to their numbers (RFC 5480, RFC 5915, RFC 8410).
PUBLIC = { 'P-256' => '3059301306072a8648ce3d020106082a8648ce3d03010703420004',
           'X25519' => '302a300506032b656e032100', 'Ed25519' => '302a300506032b6570032100' }.freeze
PRIVATE = { 'P-256' => '30310201010420%sa00a06082a8648ce3d030107',
            'X25519' => '302e020100300506032b656e04220420%s' }.freeze

# Returns the subject and the claims. `claims_key` is the app's private JWK, nil for an app that has no key.
def open_data_token(data_token, **provider)
  token, inner = open_token(data_token, 'data-token+jwt', **provider)
  [token['sub'], inner['claims']]
end

def open_token(data_token, kind, issuer:, client_id:, jwks:, claims_key: nil)
  token, now = verify_signature(data_token, jwks), Time.now.to_i
  raise 'another kind' unless token.header['typ'].downcase.delete_prefix('application/') == kind
  raise 'another app' unless token['iss'] == issuer && token['aud'] == client_id
  raise 'another time' unless token.fetch('exp') > now - 5 && token.fetch('nbf', now) < now + 5
  return token, token if token.fetch('sub') && token.fetch('claims') && !claims_key && !token['claims_jwe']

  inner = JSON.parse(decrypt(token['claims_jwe'], claims_key))
  # The device sealed it, unseen by the signer: it must be for this very token.
  raise 'another sign-in' unless %w[sub aud auth_request_id].all? { |name| inner[name] == token.fetch(name) }
  raise 'another version' unless inner['version'] == token['version']
  is_whole = inner['claims'].keys.sort == token['claim_names'].sort && inner['claims'].values.all?(String)
  is_whole ? [token, inner] : raise('other claims')
rescue StandardError # as `cause`, which may hold values: not for logs
  raise DataTokenError, 'The data token is not valid.'
end

def verify_signature(data_token, jwks)
  token = JSON::JWT.decode(data_token, :skip_verification)
  jwk = jwks['keys'].find { |key| key['kid'] == token.kid && key['crv'] == 'Ed25519' }
  return JSON::JWT.decode(data_token, JSON::JWK::Set.new(jwks), %i[ES256]) unless jwk

  is_signed = public_key(jwk).verify(nil, token.signature, data_token.rpartition('.').first)
  token.alg == 'EdDSA' && is_signed ? token : raise('another key')
end

# ECDH-ES+A256KW with A256GCM (RFC 7518 §4.6, §5.3), for keys on P-256 and X25519.
def decrypt(jwe, jwk)
  header, wrapped, iv, ciphertext, tag = jwe.split('.').map { |part| Base64.urlsafe_decode64(part) }
  alg, enc, epk = JSON.parse(header).values_at('alg', 'enc', 'epk')
  raise 'another cipher' unless [alg, enc, epk['crv'], tag.size] == ['ECDH-ES+A256KW', 'A256GCM', jwk['crv'], 16]

  number = Base64.urlsafe_decode64(jwk['d']).unpack1('H*')
  secret = OpenSSL::PKey.read([format(PRIVATE[jwk['crv']], number)].pack('H*')).derive(public_key(epk))
  key = Digest::SHA256.digest([1].pack('N') + secret + [alg.bytesize].pack('N') + alg + [0, 0, 256].pack('N3'))
  cipher = OpenSSL::Cipher.new('aes-256-gcm').decrypt
  cipher.key, cipher.iv, cipher.auth_tag, cipher.auth_data = AESKeyWrap.unwrap!(wrapped, key), iv, tag, jwe[/[^.]+/]
  cipher.update(ciphertext) + cipher.final
end

def public_key(jwk)
  numbers = jwk.values_at('x', 'y').compact.map { |number| Base64.urlsafe_decode64(number) }
  OpenSSL::PKey.read([PUBLIC[jwk['crv']]].pack('H*') + numbers.join)
end

# Returns the state to keep beside the refresh token, nil unless the person keeps this app up to date.
def data_state(data_token, **provider)
  token, inner = open_token(data_token, 'data-token+jwt', **provider)
  inner['update_secret'] && { **token.slice('sub', 'auth_request_id'), **inner.slice('update_secret'), 'version' => 0 }
end

# Returns the claims as they are now, the text of one that is gone being empty, and the state to keep.
def open_data_update(data_token, state, **provider)
  token, inner = open_token(data_token, 'data-update+jwt', **provider)
  is_same = %w[sub auth_request_id].all? { |name| token[name] == state[name] }
  raise DataTokenError, 'The update is for another grant.' unless is_same

  is_known = OpenSSL.secure_compare(inner['update_secret'].to_s, state['update_secret'])
  raise DataTokenError, 'The update does not come from the device that approved.' unless is_known
  raise DataTokenError, 'The update is older than the last.' unless token['version'].to_i >= state['version']

  [inner['claims'], state.merge('version' => token['version'])]
end
