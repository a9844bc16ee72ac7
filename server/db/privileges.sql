-- Creates the site's user and database on your own PostgreSQL. An administrator runs this once and changes the password:
--   psql --host=… --username=postgres --file=server/db/privileges.sql
-- Then DATABASE_URL is postgres://plumbline:PASSWORD@HOST:5432/plumbline. A superuser is not needed at run time.

-- createrole: the site creates the roles anon, authenticated and service_role, which cannot sign in, and acts as them.
create role plumbline login createrole password 'change-me';

-- The owner of a database may create schemas and tables in it.
create database plumbline owner plumbline;

-- If these roles already exist because another database of this server has a Plumbline or Supabase, grant them too:
-- grant anon, authenticated, service_role to plumbline with inherit false, set true;
