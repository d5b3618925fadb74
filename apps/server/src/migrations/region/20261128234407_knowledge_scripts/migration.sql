-- Scripts without blanks are found by their letters and pairs of neighbours, signs by letters that stand for them. A question
-- asks for pairs alone, and for the letter where it stands alone.
CREATE FUNCTION knowledge_split(value text, asked boolean) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
$$
BEGIN
  IF value !~ '[\u0E01-\u0E4E\u3005\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0002FA1F\u2600-\u27BF\U0001F000-\U0001FAFF]' THEN
    RETURN value;
  END IF;
  RETURN (
    SELECT string_agg(CASE
      WHEN sign THEN ' ꙮ' || chr(44032 + CASE WHEN ascii(letter) < 65536 THEN ascii(letter) - 6728 ELSE ascii(letter) - 126976 END) || ' '
      WHEN written AND before IS NOT TRUE AND after IS NOT TRUE THEN ' ' || letter || ' '
      WHEN written THEN ' ' || CASE WHEN asked THEN '' ELSE letter || ' ' END || CASE WHEN after THEN letter || next || ' ' ELSE '' END
      ELSE letter END, '' ORDER BY n)
    FROM (
      SELECT letter, n, written, sign, lag(written) OVER w AS before, lead(written) OVER w AS after, lead(letter) OVER w AS next
      FROM (
        SELECT letter, n, letter ~ '[\u0E01-\u0E4E\u3005\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0002FA1F]' AS written, letter ~ '[\u2600-\u27BF\U0001F000-\U0001FAFF]' AS sign
        FROM string_to_table(value, NULL) WITH ORDINALITY AS t (letter, n)
      ) AS letters WINDOW w AS (ORDER BY n)
    ) AS beside
  );
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION knowledge_words(title text, heading text, value text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
$$
DECLARE
  name text := public.knowledge_split(public.knowledge_fold(title), false);
  above text := public.knowledge_split(public.knowledge_fold(heading), false);
  below text := public.knowledge_split(public.knowledge_fold(value), false);
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
-- Writes the words of such texts again, and counts those of their agents.
CREATE TEMPORARY TABLE split_agents ON COMMIT DROP AS
SELECT DISTINCT "agent_id" FROM "chunks" WHERE "title" || "heading" || "text" ~ '[\u0E01-\u0E4E\u3005\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0002FA1F\u2600-\u27BF\U0001F000-\U0001FAFF]';
--> statement-breakpoint
UPDATE "chunks" SET "text" = "text" WHERE "title" || "heading" || "text" ~ '[\u0E01-\u0E4E\u3005\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\U00020000-\U0002FA1F\u2600-\u27BF\U0001F000-\U0001FAFF]';
--> statement-breakpoint
DELETE FROM "words" WHERE "agent_id" IN (SELECT "agent_id" FROM split_agents);
--> statement-breakpoint
INSERT INTO "words" ("agent_id", "word", "chunks")
SELECT c."agent_id", u."lexeme", count(*) FROM "chunks" AS c, unnest(c."tsv") AS u
WHERE c."agent_id" IN (SELECT "agent_id" FROM split_agents) AND length(u."lexeme") <= 64 GROUP BY 1, 2;
