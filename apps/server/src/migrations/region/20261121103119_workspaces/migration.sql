CREATE TABLE "credentials" (
	"workspace_id" text,
	"provider" text,
	"sealed_key" text NOT NULL,
	"hint" text NOT NULL,
	"base_url" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credentials_pk" PRIMARY KEY("workspace_id","provider")
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" text,
	"email" text,
	"role" text NOT NULL,
	CONSTRAINT "workspace_members_pk" PRIMARY KEY("workspace_id","email")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"uid" text PRIMARY KEY,
	"owner_id" text NOT NULL,
	"personal" boolean NOT NULL,
	"email" text NOT NULL,
	"owner_verified" boolean NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"free_at" timestamp with time zone,
	"workspace_name" text NOT NULL,
	"workspace_photo_url" text DEFAULT '' NOT NULL,
	"photo_url" text DEFAULT '' NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"referred_from" text DEFAULT '' NOT NULL,
	"secret_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"stripe_subscription_id" text DEFAULT '' NOT NULL,
	"has_ever_paid" boolean DEFAULT false NOT NULL,
	"double_account_warning_hidden" boolean DEFAULT false NOT NULL,
	"stripe_connect" jsonb,
	"internal" jsonb DEFAULT '{}' NOT NULL,
	"v2_stripe_config" jsonb,
	"users_perms" jsonb DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "workspace_members_email" ON "workspace_members" ("email");
--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_personal" ON "workspaces" ("owner_id") WHERE "personal";
--> statement-breakpoint
CREATE UNIQUE INDEX "workspaces_secret" ON "workspaces" ("secret_hash");
--> statement-breakpoint
CREATE INDEX "workspaces_free_plan" ON "workspaces" ("free_at") WHERE "stripe_subscription_id" = '';
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;
