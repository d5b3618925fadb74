CREATE TABLE "fleet_copies" (
	"agent_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"master_id" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"base" jsonb NOT NULL,
	"base_version" integer NOT NULL,
	"pushed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fleet_push_items" (
	"push_id" text,
	"agent_id" text,
	"place" integer NOT NULL,
	"is_first" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"before" jsonb,
	"conflicts" jsonb DEFAULT '[]' NOT NULL,
	"run_id" text DEFAULT '' NOT NULL,
	"is_tested" boolean DEFAULT false NOT NULL,
	"failed_tests" jsonb DEFAULT '[]' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	CONSTRAINT "fleet_push_items_pkey" PRIMARY KEY("push_id","agent_id")
);
--> statement-breakpoint
CREATE TABLE "fleet_pushes" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"master_id" text NOT NULL,
	"master_version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"started_by" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"worked_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "fleet_copies_master" ON "fleet_copies" ("master_id","agent_id");--> statement-breakpoint
CREATE INDEX "fleet_push_items_order" ON "fleet_push_items" ("push_id","place");--> statement-breakpoint
CREATE INDEX "fleet_pushes_master" ON "fleet_pushes" ("master_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "fleet_pushes_one" ON "fleet_pushes" ("master_id") WHERE "state" in ('running', 'testing', 'rolling_back');--> statement-breakpoint
ALTER TABLE "fleet_push_items" ADD CONSTRAINT "fleet_push_items_push_id_fleet_pushes_id_fkey" FOREIGN KEY ("push_id") REFERENCES "fleet_pushes"("id") ON DELETE CASCADE;