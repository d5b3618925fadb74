CREATE TABLE "inbound_deliveries" (
	"seq" bigserial PRIMARY KEY,
	"provider" text NOT NULL,
	"account" text NOT NULL,
	"delivery_id" text NOT NULL,
	"workspace_id" text DEFAULT '' NOT NULL,
	"connection_id" text DEFAULT '' NOT NULL,
	"body" bytea,
	"state" text DEFAULT 'received' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"repeats" integer DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "inbound_refusals" (
	"provider" text,
	"account" text,
	"reason" text,
	"hour" timestamp with time zone,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inbound_refusals_pkey" PRIMARY KEY("provider","account","reason","hour")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_deliveries_once" ON "inbound_deliveries" ("provider","account","delivery_id");--> statement-breakpoint
CREATE INDEX "inbound_deliveries_received" ON "inbound_deliveries" ("received_at");--> statement-breakpoint
CREATE INDEX "inbound_deliveries_workspace" ON "inbound_deliveries" ("workspace_id","connection_id","received_at");--> statement-breakpoint
CREATE INDEX "inbound_refusals_hour" ON "inbound_refusals" ("hour");