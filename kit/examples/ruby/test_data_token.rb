# The vectors of data tokens: `DATA_TOKEN_VECTORS=data-tokens.json ruby test_data_token.rb`.
require 'minitest/autorun'
require_relative 'data_token'

class DataTokenTest < Minitest::Test
  VECTORS = JSON.parse(File.read(ENV.fetch('DATA_TOKEN_VECTORS')))

  VECTORS['cases'].each do |vector|
    define_method("test_#{vector['name']}") do
      if (accepted = vector['accepted'])
        assert_equal accepted.values_at('sub', 'claims'), open(vector)
      else
        assert_raises(DataTokenError) { open(vector) }
      end
    end
  end

  VECTORS['updates'].each do |vector|
    define_method("test_update_#{vector['name']}") do
      state = VECTORS['update_state']
      if (accepted = vector['accepted'])
        expected = [accepted['claims'], state.merge('version' => accepted['version'])]
        assert_equal expected, open_data_update(vector['data_token'], state, **provider(vector))
      else
        assert_raises(DataTokenError) { open_data_update(vector['data_token'], state, **provider(vector)) }
      end
    end
  end

  def test_state
    state = data_state(VECTORS['update_sign_in'], **provider({ 'claims_key' => 'P-256' }))
    assert_equal VECTORS['update_state'].merge('version' => 0), state
  end

  def open(vector)
    open_data_token(vector['data_token'], **provider(vector))
  end

  def provider(vector)
    { issuer: VECTORS['issuer'], client_id: VECTORS['client_id'], jwks: VECTORS['jwks'],
      claims_key: VECTORS['claims_keys'][vector['claims_key']] }
  end
end
