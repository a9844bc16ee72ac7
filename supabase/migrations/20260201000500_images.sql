-- One public bucket. The site checks and re-encodes images before it stores them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('images', 'images', true, 10485760, array['image/avif', 'image/webp', 'image/jpeg', 'image/png'])
on conflict (id) do nothing;

do $$
begin
  create policy "an admin keeps images" on storage.objects to authenticated
    using (bucket_id = 'images' and (select public.is_admin()))
    with check (bucket_id = 'images' and (select public.is_admin()));
  if to_regclass('storage.object_bytes') is not null then
    create policy "bytes follow their object" on storage.object_bytes to authenticated
      using (exists (select from storage.objects where id = object_id))
      with check (exists (select from storage.objects where id = object_id));
  end if;
exception when insufficient_privilege then
  -- Another role owns the storage schema: without this policy only the service role stores images.
  raise notice 'Schema storage belongs to another role; images are stored by the service role alone.';
end
$$;
