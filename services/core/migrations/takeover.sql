-- Turns the tables of commit daf162d2 into those of 0001-baseline.sql, with their rows. The digest is of its migrations.
-- takes over: 2ef22733b06114d7681bb1855e279a273d66594f24a744e0dac6f5722706d15e

-- Defaults of rows older than these columns.
alter table core.passwords alter column setup_id drop default, alter column index_key_id drop default;
alter table core.sessions alter column user_agent drop default, alter column network drop default;
