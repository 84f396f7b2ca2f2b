CREATE TABLE "delivery_pictures" (
	"delivery_id" bigint NOT NULL,
	"screenshot_id" bigint NOT NULL,
	"object" text NOT NULL,
	"area" jsonb,
	CONSTRAINT "delivery_pictures_delivery_id_screenshot_id_pk" PRIMARY KEY("delivery_id","screenshot_id")
);
--> statement-breakpoint
ALTER TABLE "delivery_pictures" ADD CONSTRAINT "delivery_pictures_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_pictures_of_object" ON "delivery_pictures" USING btree ("object");