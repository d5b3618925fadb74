-- Lets a full-text index begin with the agent, so that a search never walks through other tenants' words.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
-- Case and accents do not count in a search. unaccent is only stable, because its rules could be edited; ours are not.
CREATE FUNCTION knowledge_fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS
$$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, value)) $$;
--> statement-breakpoint
CREATE TABLE "collections" (
	"agent_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	"vectors" integer DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"size" integer NOT NULL,
	"content_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"chunk_count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"due_at" timestamp with time zone,
	CONSTRAINT "documents_status" CHECK ("status" in ('indexing', 'ready', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "chunks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chunks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" text NOT NULL,
	"document_id" text NOT NULL,
	"n" integer NOT NULL,
	"title" text NOT NULL,
	"heading" text NOT NULL,
	"text" text NOT NULL,
	"tsv" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('simple', knowledge_fold("title")), 'C') || setweight(to_tsvector('simple', knowledge_fold("heading")), 'B') || setweight(to_tsvector('simple', knowledge_fold("text")), 'A')) STORED NOT NULL,
	"embedding" bytea,
	"embedding_model" text,
	"dimensions" integer,
	"version" bigint
);
--> statement-breakpoint
CREATE TABLE "words" (
	"agent_id" text,
	"word" text,
	"chunks" integer NOT NULL,
	CONSTRAINT "words_pk" PRIMARY KEY("agent_id","word")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "chunks_document" ON "chunks" ("document_id","n");
--> statement-breakpoint
CREATE INDEX "chunks_words" ON "chunks" USING gin ("agent_id","tsv");
--> statement-breakpoint
CREATE INDEX "chunks_vectors" ON "chunks" ("agent_id","version") WHERE "embedding" is not null;
--> statement-breakpoint
CREATE INDEX "documents_agent" ON "documents" ("agent_id","created_at" DESC,"id" DESC);
--> statement-breakpoint
CREATE INDEX "documents_due" ON "documents" ("due_at") WHERE "due_at" is not null;
--> statement-breakpoint
CREATE INDEX "words_prefix" ON "words" ("agent_id","word" text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "words_spelling" ON "words" USING gin ("agent_id","word" gin_trgm_ops);
--> statement-breakpoint
ALTER TABLE "chunks" ADD CONSTRAINT "chunks_document_id_documents_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- Vectors do not compress, and ranking reads word lists whole: neither is worth packing.
ALTER TABLE "chunks" ALTER COLUMN "embedding" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "chunks" ALTER COLUMN "tsv" SET STORAGE EXTERNAL;
