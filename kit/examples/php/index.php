<?php

// An app that people sign in to by league/oauth2-client: `php -S localhost:3000 index.php`.

declare(strict_types=1);

require __DIR__ . '/vendor/autoload.php';
require __DIR__ . '/data_token.php';

use League\OAuth2\Client\Provider\{Exception\IdentityProviderException, GenericProvider};

[$issuer, $clientId, $redirectUri] = [getenv('ISSUER'), getenv('CLIENT_ID'), getenv('REDIRECT_URI')];
$provider = new GenericProvider([
    'clientId' => $clientId,
    'clientSecret' => getenv('CLIENT_SECRET'),
    'redirectUri' => $redirectUri,
    'urlAuthorize' => "$issuer/oauth/authorize",
    'urlAccessToken' => "$issuer/oauth/token/",
    'urlResourceOwnerDetails' => "$issuer/oauth/userinfo",
    'scopes' => ['openid', 'email', 'profile'],
    'scopeSeparator' => ' ',
    'pkceMethod' => GenericProvider::PKCE_METHOD_S256,
]);
session_start([
    'cookie_httponly' => true,
    'cookie_samesite' => 'Lax',
    'cookie_secure' => str_starts_with($redirectUri, 'https:'),
    'use_strict_mode' => true,
]);

function signIn(GenericProvider $provider): never
{
    $url = $provider->getAuthorizationUrl();
    // One for each tab.
    $verifiers = ($_SESSION['verifiers'] ?? []) + [$provider->getState() => $provider->getPkceCode()];
    $_SESSION['verifiers'] = array_slice($verifiers, -5, null, true);
    header("Location: $url");
    exit;
}

function finish(GenericProvider $provider, string $issuer, string $clientId): array
{
    $state = is_string($_GET['state'] ?? null) ? $_GET['state'] : '';
    $verifier = $_SESSION['verifiers'][$state] ?? null;
    unset($_SESSION['verifiers'][$state]);
    isset($verifier, $_GET['code']) || throw new DataTokenError('The answer is not of a sign-in that this session began.');
    $provider->setPkceCode($verifier);
    $token = $provider->getAccessToken('authorization_code', ['code' => (string) $_GET['code']]);
    $jwks = $provider->getParsedResponse($provider->getRequest('GET', "$issuer/.well-known/jwks.json"));
    $claimsKey = json_decode(file_get_contents(getenv('CLAIMS_KEY_FILE')), true, 4, JSON_THROW_ON_ERROR);
    return openDataToken($token->getValues()['data_token'] ?? '', $issuer, $clientId, $jwks, $claimsKey);
}

switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/sign-in':
        signIn($provider);
        // no break: it never returns
    case parse_url($redirectUri, PHP_URL_PATH):
        try {
            [$subject, $claims] = finish($provider, $issuer, $clientId);
        } catch (IdentityProviderException | DataTokenError $error) {
            error_log('The sign-in failed: ' . $error->getMessage());
            http_response_code(403);
            exit('You are not signed in.');
        }
        session_regenerate_id(true);
        $_SESSION = ['subject' => $subject, 'claims' => $claims] + $_SESSION;
        header('Location: /');
        exit;
    case '/':
        if (!isset($_SESSION['subject'])) {
            exit('<p><a href="/sign-in">Sign in</a></p>');
        }
        // Plain text, because a name may hold markup.
        header('Content-Type: text/plain; charset=utf-8');
        ['name' => $name, 'email' => $email] = $_SESSION['claims'] + ['name' => 'there', 'email' => 'no address'];
        exit("Hello $name <$email>, known here as {$_SESSION['subject']}");
    default:
        http_response_code(404);
}
