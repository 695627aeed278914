/** The texts of a list, which two spaces or the end of a line separate. */
export const phrases = (text: string): string[] => text.trim().split(/\s{2,}/);

/** What people write, and hops take for an attack, decode, complete or replace. No text that only attackers write. */
export const texts: readonly string[] = phrases(`
  O'Brien  say "hi"  a -- b  --a  <b>a</b>  <script>select</script>  union select 1  SELECT * FROM a WHERE 1=1  or 1=1  drop table a;  ../../a
  C:\\a\\b  \${a}  {{ a }}  <%= a %>  <?php a  #{a}  %41  100%  a&b=c  a;b|c  \`a\`  $(a)  https://other.example/a?b#c  http://localhost/
  javascript:a  onerror=a  alert(1)  eval(a)  sleep(5)  ann@example.org  4111 1111 1111 1111  😀  e\u0301  مرحبا  漢字  =1+1  /* a */  &amp;
  a.log  a.bak  a.conf  a.exe  null  true  01  1e9  {"a":[1]}  <a/>  YQ==  \\u0041`).concat(
  'a\r\nb',
  'a\tb',
  ' a ',
  'x'.repeat(500),
);
