CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY,
	"actor_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"file_hash" text DEFAULT '' NOT NULL,
	"run_id" text NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"sealed_answer" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_actor" ON "idempotency_keys" ("actor_hash");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires" ON "idempotency_keys" ("expires_at");