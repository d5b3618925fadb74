CREATE TABLE "agent_tests" (
	"agent_id" text,
	"id" text,
	"workspace_id" text NOT NULL,
	"definition" jsonb NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_tests_pkey" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "test_results" (
	"run_id" text,
	"test_id" text,
	"agent_id" text NOT NULL,
	"test_hash" text NOT NULL,
	"config_hash" text NOT NULL,
	"passed" boolean NOT NULL,
	"credits" double precision NOT NULL,
	"result" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "test_results_pkey" PRIMARY KEY("run_id","test_id")
);
--> statement-breakpoint
CREATE TABLE "test_runs" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"copy" text NOT NULL,
	"version" integer NOT NULL,
	"config_hash" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"test_ids" jsonb NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "test_results_latest" ON "test_results" ("agent_id","config_hash","test_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "test_runs_agent" ON "test_runs" ("agent_id","started_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "test_results" ADD CONSTRAINT "test_results_run_id_test_runs_id_fkey" FOREIGN KEY ("run_id") REFERENCES "test_runs"("id") ON DELETE CASCADE;