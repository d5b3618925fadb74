CREATE TABLE "event_endpoints" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"url" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"subscribed_events" jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"sealed_secret" text NOT NULL,
	"stopped_at" timestamp(3) with time zone,
	"mailed_at" timestamp with time zone,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD COLUMN "endpoint_id" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD COLUMN "event_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD COLUMN "claimed_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "event_deliveries_endpoint" ON "event_deliveries" ("workspace_id","endpoint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_deliveries_event" ON "event_deliveries" ("workspace_id","event_id");--> statement-breakpoint
CREATE INDEX "event_endpoints_of" ON "event_endpoints" ("workspace_id","created_at","id");--> statement-breakpoint
ALTER TABLE "event_endpoints" ADD CONSTRAINT "event_endpoints_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
-- A process of the version before knows the default endpoint alone and would send every delivery there, signed with its
-- secret. It doesn't set claimed_at when it takes a delivery, so those of other endpoints are left to newer processes.
CREATE FUNCTION event_deliveries_claimed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER event_deliveries_claimed BEFORE UPDATE ON "event_deliveries"
  FOR EACH ROW WHEN (NEW.endpoint_id <> 'default' AND NEW.attempts > OLD.attempts AND NEW.claimed_at IS NOT DISTINCT FROM OLD.claimed_at)
  EXECUTE FUNCTION event_deliveries_claimed();
