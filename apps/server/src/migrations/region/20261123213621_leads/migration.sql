CREATE TABLE "lead_notes" (
	"lead_id" text,
	"id" text,
	"workspace_id" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"author" jsonb NOT NULL,
	"text" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"edited_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "lead_notes_pkey" PRIMARY KEY("lead_id","id")
);
--> statement-breakpoint
CREATE TABLE "lead_settings" (
	"agent_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"rules" jsonb NOT NULL,
	"stages" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"email_key" text NOT NULL,
	"phone_key" text NOT NULL,
	"variables" jsonb NOT NULL,
	"stage" text NOT NULL,
	"group" text NOT NULL,
	"source" text NOT NULL,
	"conversation_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "leads_agent" ON "leads" ("agent_id","created_at" DESC,"id");--> statement-breakpoint
CREATE INDEX "leads_stage" ON "leads" ("agent_id","stage","created_at" DESC,"id");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" ("agent_id","email_key");--> statement-breakpoint
CREATE INDEX "leads_phone" ON "leads" ("agent_id","phone_key");--> statement-breakpoint
CREATE INDEX "leads_conversations" ON "leads" USING gin ("conversation_ids");--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_lead_id_leads_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE CASCADE;