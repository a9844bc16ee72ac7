-- Callers can pass a megabyte to a function. normalize() sorts a run of combining marks in quadratic time and ignores
-- the statement timeout meanwhile: 40,000 marks took 14 s. So no text is normalized before it is cut.

-- As before, for as much as a title and its slug can have.
create or replace function public.slugify(title text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  slug text := normalize(
    regexp_replace(
      left(title, 500), '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', '-', 'g'
    ),
    NFKD
  );
  pair text;
begin
  -- Capitals are listed because lower() depends on the locale.
  slug := lower(translate(slug,
    'ÆŒØŁĐÐÞĦŊŦƑƏƎƐƆƁƊƘƔАБВГҐДЕЄЖЗИІКЛМНОПРСТУФХЦЧШЩЫЭЮЯЈЉЊЋЂЏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩẞ',
    'æœøłđðþħŋŧƒəǝɛɔɓɗƙɣабвгґдеєжзиіклмнопрстуфхцчшщыэюяјљњћђџαβγδεζηθικλμνξοπρστυφχψωß'
  ) collate "C");
  foreach pair in array string_to_array(
    'ßss æae œoe øo łl đd ðd þth ħh ıi ĸk ŋng ŧt ƒf əe ǝe ɛe ɔo ɓb ɗd ƙk ɣg '
    'аa бb вv гg ґg дd еe єye жzh зz иi іi кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ыy эe юyu яya '
    'јj љlj њnj ћc ђdj џdz αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo',
    ' '
  ) loop
    slug := replace(slug, left(pair, 1), substr(pair, 2));
  end loop;
  return regexp_replace(slug, '[^a-z0-9_-]', '', 'g');
end
$$;

-- As before, but in pieces, and only as much as the decomposed letters of the longest post have: some characters
-- become 18. An index uses this function; its results for real texts are the same.
create or replace function public.words_in(value text) returns tsvector
language sql immutable parallel safe cost 10000 set search_path = '' as $$
  select coalesce(array_to_tsvector(array_agg(left(word, 64))), ''::tsvector)
  from (
    select string_agg(normalize(piece[1], nfkd), '' order by place) as letters
    from regexp_matches(left(value, 200000), '.{1,255}', 'g') with ordinality as pieces(piece, place)
  ) as decomposed,
  regexp_split_to_table(
    lower(regexp_replace(
      left(letters, 600000),
      '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u3099\u309a]+', '', 'g'
    )),
    '[^[:alnum:]]+'
  ) as word
  where word <> ''
$$;

-- Callers from outside need no slugs: posts get theirs from a trigger, and tag_slugs(), which an index uses for every writer,
-- calls slugify() as its owner. Only those who write posts check tags and authors.
alter function public.tag_slugs(text[]) security definer;
revoke execute on function public.slugify(text) from anon, authenticated, service_role;
revoke execute on function public.are_tags(text[]), public.are_author_keys(text[]) from anon;
