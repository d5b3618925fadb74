-- The language of a text, told by its commonest words; null where they do not tell. Names are PostgreSQL's own.
CREATE FUNCTION knowledge_language(value tsvector) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$
  SELECT language FROM (
    SELECT language, held, max(held) OVER () AS most, count(*) OVER (PARTITION BY held) AS equal FROM (
      SELECT language, length(value) - length(ts_delete(value, words)) AS held FROM (VALUES
        ('english', '{the,and,of,is,are,was,with,for,that,this,you,your,from,have,has,not,be,by,it,on,or,at,which,will,can}'::text[]),
        ('german', '{der,die,das,und,ist,nicht,mit,fur,den,dem,ein,eine,einen,sie,wir,auf,von,zu,im,werden,wird,auch,oder,bei,sich}'::text[]),
        ('french', '{le,la,les,des,est,une,dans,pour,vous,nous,pas,sur,avec,qui,du,au,et,ce,sont,plus,votre,cette,aux,ou}'::text[]),
        ('spanish', '{el,los,las,una,es,en,por,para,con,del,que,se,su,al,lo,como,mas,sus,este,esta,usted,y,no,sobre}'::text[]),
        ('italian', '{il,lo,gli,della,di,che,per,una,sono,con,non,del,dei,alla,nel,anche,piu,le,questo,come,si,e,da,delle}'::text[]),
        ('portuguese', '{os,as,uma,para,com,nao,em,do,da,dos,das,que,por,mais,ao,e,se,seu,sua,no,na,pelo,sao,voce}'::text[]),
        ('dutch', '{het,een,van,en,is,niet,met,voor,op,zijn,wordt,worden,aan,dat,te,bij,naar,ook,of,deze,uw,wij,om,kan}'::text[]),
        ('swedish', '{och,att,det,som,en,ett,ar,for,med,den,inte,till,pa,av,har,om,vi,du,kan,eller,fran,vara,din}'::text[]),
        ('danish', '{og,at,det,som,en,et,er,for,med,den,ikke,til,pa,af,har,om,vi,du,kan,eller,fra,vaere,din,hvis}'::text[]),
        ('norwegian', '{og,at,det,som,en,et,er,for,med,den,ikke,til,pa,av,har,om,vi,du,kan,eller,fra,vaere,din,hvis}'::text[]),
        ('finnish', '{ja,on,ei,se,etta,tai,voi,kun,myos,ovat,jos,joka,mutta,niin,sen,voit,kuin,ole,olla,tama}'::text[]),
        ('hungarian', '{a,az,es,hogy,nem,egy,is,van,meg,ha,csak,vagy,ezt,azt,mint,kell,lehet,ami,minden}'::text[]),
        ('romanian', '{si,in,de,la,cu,pe,este,nu,pentru,care,sau,din,sunt,o,un,va,mai,fi,prin,dumneavoastra}'::text[]),
        ('turkish', '{ve,bir,bu,icin,ile,olarak,da,de,ne,veya,daha,cok,gibi,olan,ise,var,degil,kadar}'::text[]),
        ('russian', '{и,в,не,на,с,по,что,для,вы,мы,как,это,из,от,или,при,за,вас,наш,ваш,также,его,если}'::text[])
      ) AS lists (language, words)
    ) AS counted
  ) AS compared WHERE held = most AND equal = 1 AND held >= 2
$$;
--> statement-breakpoint
-- What a chunk is found by: its words as they stand, the stems of its language beside them, and the language's own mark.
CREATE FUNCTION knowledge_words(title text, heading text, value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
$$
DECLARE
  name text := public.knowledge_fold(title);
  above text := public.knowledge_fold(heading);
  below text := public.knowledge_fold(value);
  body tsvector := to_tsvector('pg_catalog.simple', below);
  plain tsvector := setweight(to_tsvector('pg_catalog.simple', name), 'C')
    || setweight(to_tsvector('pg_catalog.simple', above), 'B') || setweight(body, 'A');
  language text := public.knowledge_language(body);
BEGIN
  IF language IS NULL THEN
    RETURN plain;
  END IF;
  RETURN plain || array_to_tsvector(ARRAY['=' || language]) || strip(ts_delete(
    to_tsvector(('pg_catalog.' || language)::regconfig, name || ' ' || above || ' ' || below), tsvector_to_array(plain)));
END
$$;
--> statement-breakpoint
-- Ranking reads the word lists of hundreds of rows: they stay within them, and only vectors lie elsewhere.
ALTER TABLE "chunks" SET (toast_tuple_target = 8160);
--> statement-breakpoint
ALTER TABLE "chunks" DROP COLUMN "tsv";
--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "tsv" tsvector GENERATED ALWAYS AS (knowledge_words("title", "heading", "text")) STORED NOT NULL;
--> statement-breakpoint
ALTER TABLE "chunks" ALTER COLUMN "tsv" SET STORAGE EXTERNAL;
--> statement-breakpoint
CREATE INDEX "chunks_words" ON "chunks" USING gin ("agent_id","tsv");
--> statement-breakpoint
-- The counts of words now hold stems and languages, too.
DELETE FROM "words";
--> statement-breakpoint
INSERT INTO "words" ("agent_id", "word", "chunks")
SELECT c."agent_id", u."lexeme", count(*) FROM "chunks" AS c, unnest(c."tsv") AS u WHERE length(u."lexeme") <= 64 GROUP BY 1, 2;
