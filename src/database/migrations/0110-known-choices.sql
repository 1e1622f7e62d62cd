-- What an older version does not know is no default: whatever depends on it is tried again.
create function followup.known_choice(name text, value text, known text[]) returns text language plpgsql strict as $$
begin
  if value = any (known) then return value; end if;
  raise 'Somebody chose something for ''%'' that this version does not know', name using errcode = '55000';
end $$;
