CREATE TABLE "campaign_recipients" (
	"campaign_id" text,
	"lead_id" text,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"time_zone" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"replied" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"identity_id" text,
	"conversation_id" text,
	"out_key" text,
	CONSTRAINT "campaign_recipients_pkey" PRIMARY KEY("campaign_id","lead_id")
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"plan" jsonb NOT NULL,
	"state" text NOT NULL,
	"paused_why" text DEFAULT '' NOT NULL,
	"started_by" jsonb,
	"payer_id" text DEFAULT '' NOT NULL,
	"cost" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "campaign_recipients_due" ON "campaign_recipients" ("campaign_id","next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "campaign_recipients_workspace" ON "campaign_recipients" ("workspace_id");--> statement-breakpoint
CREATE INDEX "campaigns_agent" ON "campaigns" ("agent_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "campaigns_running" ON "campaigns" ("id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "campaigns_workspace" ON "campaigns" ("workspace_id");--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_campaign_id_campaigns_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE;