CREATE TABLE "agent_tombstones" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"deleted_at" timestamp(3) with time zone NOT NULL
);
