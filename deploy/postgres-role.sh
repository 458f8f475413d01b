# Run once, by the image of PostgreSQL, on a new database: a role that owns one database and rules no server, by which
# `migrate` runs, and one to serve by, which changes no table. The superuser has no password afterwards, so nobody is it
# over the network.
psql --variable ON_ERROR_STOP=1 <<'SQL'
\getenv password POSTGRES_PASSWORD
\set serving `cat /run/secrets/SERVING_PASSWORD`
create role countersign login password :'password';
create role countersign_serving login password :'serving';
create database countersign owner countersign;
alter role postgres password null;
SQL
