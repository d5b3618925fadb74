CREATE TABLE "custom_themes" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"theme" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitors" (
	"agent_id" text,
	"subject" text,
	"workspace_id" text NOT NULL,
	"visitor_hash" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visitors_pkey" PRIMARY KEY("agent_id","subject")
);
--> statement-breakpoint
CREATE TABLE "agent_counts" (
	"agent_id" text,
	"day" date,
	"record" text,
	"kind" text,
	"value" text,
	"count" bigint NOT NULL,
	CONSTRAINT "agent_counts_pkey" PRIMARY KEY("agent_id","day","record","kind","value")
);
--> statement-breakpoint
CREATE TABLE "agent_sites" (
	"agent_id" text,
	"origin" text,
	"loads" bigint DEFAULT 0 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_sites_pkey" PRIMARY KEY("agent_id","origin")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "visitor_hash" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_read_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "consented_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "handoff_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "left_message" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rating_comment" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "rated_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "custom_themes_workspace" ON "custom_themes" ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "conversations_visitor" ON "conversations" ("agent_id","visitor_hash");--> statement-breakpoint
CREATE INDEX "visitors_workspace" ON "visitors" ("workspace_id","last_at");