#!/bin/sh
# Run once by the postgres image, on an empty volume: the site's role owns its database and is no superuser, and the
# superuser is left without a password, so that nobody reaches it over the network.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" <<'END'
create role plumbline login createrole password :'password';
create database plumbline owner plumbline;
alter role postgres password null;
END
