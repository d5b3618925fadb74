CREATE TABLE "metric_claims" (
	"conversation_id" text,
	"metric_id" text,
	"version" integer,
	"workspace_id" text NOT NULL,
	"claimed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "metric_claims_pkey" PRIMARY KEY("conversation_id","metric_id","version")
);
--> statement-breakpoint
ALTER TABLE "metric_claims" ADD CONSTRAINT "metric_claims_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "metric_claims" ADD CONSTRAINT "metric_claims_metric_id_metrics_id_fkey" FOREIGN KEY ("metric_id") REFERENCES "metrics"("id") ON DELETE CASCADE;