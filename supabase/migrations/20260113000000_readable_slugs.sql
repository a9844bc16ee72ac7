-- The same rule as domain/posts/slug.ts, with JavaScript's definition of white space and word characters. Letters
-- beyond ASCII are transliterated first: Größe becomes grosse.
create or replace function public.slugify(title text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  slug text := normalize(
    regexp_replace(
      title, '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', '-', 'g'
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
