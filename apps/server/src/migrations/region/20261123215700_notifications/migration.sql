CREATE TABLE "notification_settings" (
	"workspace_id" text,
	"user_id" text,
	"settings" jsonb NOT NULL,
	CONSTRAINT "notification_settings_pkey" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"agent_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"key" text NOT NULL,
	"level" integer NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"url_pathname" text NOT NULL,
	"notify_only" text[] DEFAULT '{}'::text[] NOT NULL,
	"seen_by" text[] DEFAULT '{}'::text[] NOT NULL,
	"read_by" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"person_id" text NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vapid_keys" (
	"id" text PRIMARY KEY,
	"public_key" text NOT NULL,
	"sealed_private_key" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "push_token" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_settings_user" ON "notification_settings" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_key" ON "notifications" ("workspace_id","org_id","key");--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" ("workspace_id","org_id","level","created_at" DESC,"id");--> statement-breakpoint
CREATE INDEX "notifications_conversation" ON "notifications" ("conversation_id");--> statement-breakpoint
CREATE INDEX "notifications_agent" ON "notifications" ("agent_id");--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" ("endpoint_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_person" ON "push_subscriptions" ("workspace_id","person_id","created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" ("person_id");