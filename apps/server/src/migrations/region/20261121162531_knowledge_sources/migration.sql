CREATE TABLE "document_versions" (
	"id" text PRIMARY KEY,
	"document_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"content" text NOT NULL,
	"size" integer NOT NULL,
	"cause" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "golden_questions" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"question" text NOT NULL,
	"doc_id" text NOT NULL,
	"quote" text DEFAULT '' NOT NULL,
	"rank" integer,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "golden_runs" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"cause" text NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"hits" integer NOT NULL,
	"results" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "conflicts" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"doc_a" text NOT NULL,
	"doc_b" text NOT NULL,
	"text_a" text NOT NULL,
	"text_b" text NOT NULL,
	"pair_hash" text NOT NULL,
	"about" text NOT NULL,
	"status" text NOT NULL,
	"judge" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gap_questions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gap_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gap_id" text,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"turn_id" text NOT NULL,
	"question" text NOT NULL,
	"similarity" real,
	"embedding" bytea,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gaps" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"question" text NOT NULL,
	"count" integer NOT NULL,
	"status" text NOT NULL,
	"doc_id" text DEFAULT '' NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"centre" bytea,
	"embedding_model" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "crawl_pages" (
	"crawl_id" text,
	"url" text,
	"n" bigint GENERATED ALWAYS AS IDENTITY (sequence name "crawl_pages_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run" integer NOT NULL,
	"depth" integer NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"code" integer DEFAULT 0 NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"ms" integer DEFAULT 0 NOT NULL,
	"canonical" text DEFAULT '' NOT NULL,
	"content_hash" text DEFAULT '' NOT NULL,
	"etag" text DEFAULT '' NOT NULL,
	"last_modified" text DEFAULT '' NOT NULL,
	"fetched_at" timestamp with time zone,
	CONSTRAINT "crawl_pages_pk" PRIMARY KEY("crawl_id","url")
);
--> statement-breakpoint
CREATE TABLE "crawls" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"start_urls" text[] DEFAULT '{}'::text[] NOT NULL,
	"kind" text NOT NULL,
	"include" text[] DEFAULT '{}'::text[] NOT NULL,
	"exclude" text[] DEFAULT '{}'::text[] NOT NULL,
	"max_depth" integer NOT NULL,
	"max_pages" integer NOT NULL,
	"stay_on_domain" boolean NOT NULL,
	"refresh" text NOT NULL,
	"agent_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"run" integer DEFAULT 0 NOT NULL,
	"pages_found" integer DEFAULT 0 NOT NULL,
	"pages_read" integer DEFAULT 0 NOT NULL,
	"pages_failed" integer DEFAULT 0 NOT NULL,
	"pages_skipped" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"next_run_at" timestamp with time zone,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "char_start" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chunks" ADD COLUMN "char_end" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "source_type" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "source_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "media_type" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "file_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "crawl_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "refresh" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "fetched_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "next_fetch_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "etag" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "last_modified" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "progress" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "document_versions_document" ON "document_versions" ("document_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "documents_fetch" ON "documents" ("next_fetch_at") WHERE "next_fetch_at" is not null;--> statement-breakpoint
CREATE INDEX "documents_source" ON "documents" ("agent_id","source_url") WHERE "source_url" <> '';--> statement-breakpoint
CREATE INDEX "golden_questions_agent" ON "golden_questions" ("agent_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "golden_runs_agent" ON "golden_runs" ("agent_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "conflicts_pair" ON "conflicts" ("agent_id","pair_hash");--> statement-breakpoint
CREATE INDEX "conflicts_agent" ON "conflicts" ("agent_id","status","found_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "gap_questions_turn" ON "gap_questions" ("turn_id");--> statement-breakpoint
CREATE INDEX "gap_questions_gap" ON "gap_questions" ("gap_id","asked_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "gap_questions_new" ON "gap_questions" ("agent_id","id") WHERE "gap_id" is null;--> statement-breakpoint
CREATE INDEX "gap_questions_conversation" ON "gap_questions" ("conversation_id");--> statement-breakpoint
CREATE INDEX "gaps_agent" ON "gaps" ("agent_id","status","last_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "crawl_pages_waiting" ON "crawl_pages" ("crawl_id","n") WHERE "status" = 'waiting';--> statement-breakpoint
CREATE INDEX "crawl_pages_log" ON "crawl_pages" ("crawl_id","fetched_at" DESC NULLS LAST,"n" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "crawl_pages_hash" ON "crawl_pages" ("crawl_id","content_hash");--> statement-breakpoint
CREATE INDEX "crawls_workspace" ON "crawls" ("workspace_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "crawls_next" ON "crawls" ("next_run_at") WHERE "next_run_at" is not null;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id_documents_id_fkey" FOREIGN KEY ("document_id") REFERENCES "documents"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "gap_questions" ADD CONSTRAINT "gap_questions_gap_id_gaps_id_fkey" FOREIGN KEY ("gap_id") REFERENCES "gaps"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "crawl_pages" ADD CONSTRAINT "crawl_pages_crawl_id_crawls_id_fkey" FOREIGN KEY ("crawl_id") REFERENCES "crawls"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "documents" DROP CONSTRAINT "documents_status", ADD CONSTRAINT "documents_status" CHECK ("status" in ('queued', 'reading', 'indexing', 'ready', 'failed'));