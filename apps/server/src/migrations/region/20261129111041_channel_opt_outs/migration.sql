CREATE TABLE "channel_opt_outs" (
	"agent_id" text,
	"channel" text,
	"sender" text,
	"workspace_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "channel_opt_outs_pkey" PRIMARY KEY("agent_id","channel","sender")
);
--> statement-breakpoint
CREATE INDEX "channel_opt_outs_workspace" ON "channel_opt_outs" ("workspace_id");