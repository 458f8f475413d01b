-- Whom the app asks for by an id_token_hint, by the name that it knows them under. Nobody else may answer.
alter table provider.authorization_requests add column hinted_subject text;
