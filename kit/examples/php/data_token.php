<?php

// Verifies a data token and opens its sealed claims, with web-token/jwt-library and spomky-labs/aes-key-wrap.

declare(strict_types=1);

use Jose\Component\Core\{AlgorithmManager, JWK, JWKSet};
use Jose\Component\Encryption\Algorithm\{ContentEncryption\A256GCM, KeyEncryption\ECDHESA256KW};
use Jose\Component\Encryption\{JWEDecrypter, Serializer\CompactSerializer as JweSerializer};
use Jose\Component\Signature\Algorithm\{EdDSA, ES256};
use Jose\Component\Signature\{JWSVerifier, Serializer\CompactSerializer as JwsSerializer};

final class DataTokenError extends Exception {}

/** Returns the subject and the claims. `$claimsKey` is the app's private JWK, null for an app that has no key. */
function openDataToken(string $dataToken, string $issuer, string $clientId, array $jwks, ?array $claimsKey): array
{
    [$token, $inner] = openToken('data-token+jwt', $dataToken, $issuer, $clientId, $jwks, $claimsKey);
    return [$token['sub'], $inner['claims']];
}

function openToken(
    string $kind,
    string $dataToken,
    string $issuer,
    string $clientId,
    array $jwks,
    ?array $claimsKey,
): array {
    try {
        $jws = (new JwsSerializer())->unserialize($dataToken);
        $verifier = new JWSVerifier(new AlgorithmManager([new ES256(), new EdDSA()]));
        $verifier->verifyWithKeySet($jws, JWKSet::createFromKeyData($jwks), 0) || throw new Exception('another key');
        $token = json_decode($jws->getPayload(), true, 16, JSON_THROW_ON_ERROR);
        $typ = strtolower($jws->getSignature(0)->getProtectedHeader()['typ'] ?? '');
        in_array($typ, [$kind, "application/$kind"], true) || throw new Exception('another kind');
        [$token['iss'], $token['aud']] === [$issuer, $clientId] || throw new Exception('another app');
        $isCurrent = $token['exp'] > time() - 5 && ($token['nbf'] ?? 0) < time() + 5;
        $isCurrent || throw new Exception('another time');
        $isPlain = $claimsKey === null && !isset($token['claims_jwe']);
        return [$token, $isPlain ? $token : openClaims($token, new JWK($claimsKey))];
    } catch (Throwable $error) { // it may hold values: not for logs
        throw new DataTokenError('The data token is not valid.', 0, $error);
    }
}

/** The device sealed them, unseen by the signer: they must be for this very token. */
function openClaims(array $token, JWK $claimsKey): array
{
    $jwe = (new JweSerializer())->unserialize($token['claims_jwe'] ?? '');
    $decrypter = new JWEDecrypter(new AlgorithmManager([new ECDHESA256KW(), new A256GCM()]));
    $isOpen = strlen($jwe->getTag()) === 16 && $decrypter->decryptUsingKey($jwe, $claimsKey, 0);
    $isOpen || throw new Exception('another cipher or key');
    $inner = json_decode($jwe->getPayload(), true, 16, JSON_THROW_ON_ERROR);
    ($inner['version'] ?? null) === ($token['version'] ?? null) || throw new Exception('another version');
    foreach (['sub', 'aud', 'auth_request_id'] as $name) {
        ($inner[$name] ?? '') === $token[$name] || throw new Exception('another sign-in');
    }
    [$names, $named] = [array_keys($inner['claims']), $token['claim_names']];
    sort($names) && sort($named) && $names === $named || throw new Exception('other claims');
    array_filter($inner['claims'], is_string(...)) === $inner['claims'] || throw new Exception('no text');
    return $inner;
}

/** Returns the state to keep beside the refresh token, null unless the person keeps this app up to date. */
function dataState(string $dataToken, mixed ...$provider): ?array
{
    [$token, $inner] = openToken('data-token+jwt', $dataToken, ...$provider);
    $kept = ['sub' => $token['sub'], 'auth_request_id' => $token['auth_request_id'], 'version' => 0];
    return isset($inner['update_secret']) ? [...$kept, 'update_secret' => $inner['update_secret']] : null;
}

/** Returns the claims as they are now, the text of one that is gone being empty, and the state to keep. */
function openDataUpdate(string $dataToken, array $state, mixed ...$provider): array
{
    [$token, $inner] = openToken('data-update+jwt', $dataToken, ...$provider);
    $isSame = [$token['sub'], $token['auth_request_id']] === [$state['sub'], $state['auth_request_id']];
    $isSame || throw new DataTokenError('The update is for another grant.');
    $isKnown = hash_equals($state['update_secret'], (string) ($inner['update_secret'] ?? ''));
    $isKnown || throw new DataTokenError('The update does not come from the device that approved.');
    ($token['version'] ?? -1) >= $state['version'] || throw new DataTokenError('The update is older than the last.');
    return [$inner['claims'], [...$state, 'version' => $token['version']]];
}
