CREATE TABLE "do_not_call" (
	"agent_id" text,
	"phone" text,
	"workspace_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" jsonb,
	CONSTRAINT "do_not_call_pkey" PRIMARY KEY("agent_id","phone")
);
--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD COLUMN "call_id" text;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD COLUMN "duration_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD COLUMN "cost" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "per_recipient" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "held" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "hold_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "do_not_call_list" ON "do_not_call" ("agent_id","at","phone");--> statement-breakpoint
CREATE INDEX "do_not_call_workspace" ON "do_not_call" ("workspace_id");