CREATE TABLE "metric_results" (
	"metric_id" text,
	"conversation_id" text,
	"workspace_id" text NOT NULL,
	"version" integer NOT NULL,
	"value" text NOT NULL,
	"quote" text NOT NULL,
	"seq" integer NOT NULL,
	"reason" text NOT NULL,
	"model" text NOT NULL,
	"cost" bigint NOT NULL,
	"label" text,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"judged_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "metric_results_pkey" PRIMARY KEY("metric_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "metric_usage" (
	"metric_id" text,
	"month" text,
	"workspace_id" text NOT NULL,
	"milli" bigint NOT NULL,
	CONSTRAINT "metric_usage_pkey" PRIMARY KEY("metric_id","month")
);
--> statement-breakpoint
CREATE TABLE "metrics" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"name" text NOT NULL,
	"question" text NOT NULL,
	"kind" text NOT NULL,
	"choices" text[] DEFAULT '{}'::text[] NOT NULL,
	"sample_percent" integer NOT NULL,
	"monthly_cap" integer NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"scanned_until" timestamp(3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "metric_results_ended" ON "metric_results" ("metric_id","ended_at" DESC NULLS LAST,"conversation_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "metric_results_conversation" ON "metric_results" ("conversation_id");--> statement-breakpoint
CREATE INDEX "metrics_agent" ON "metrics" ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "gap_questions_asked" ON "gap_questions" ("workspace_id","asked_at");--> statement-breakpoint
CREATE INDEX "conversations_rated" ON "conversations" ("workspace_id","rated_at") WHERE rating is not null;--> statement-breakpoint
CREATE INDEX "messages_people" ON "messages" ("workspace_id","at") WHERE author in ('human', 'system');--> statement-breakpoint
ALTER TABLE "metric_results" ADD CONSTRAINT "metric_results_metric_id_metrics_id_fkey" FOREIGN KEY ("metric_id") REFERENCES "metrics"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "metric_results" ADD CONSTRAINT "metric_results_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "metric_usage" ADD CONSTRAINT "metric_usage_metric_id_metrics_id_fkey" FOREIGN KEY ("metric_id") REFERENCES "metrics"("id") ON DELETE CASCADE;