CREATE TABLE "image_variants" (
	"screenshot_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"image" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"variant" text NOT NULL,
	"object" text,
	CONSTRAINT "image_variants_screenshot_id_variant_pk" PRIMARY KEY("screenshot_id","variant")
);
--> statement-breakpoint
CREATE TABLE "tile_pyramids" (
	"screenshot_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"image" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"offsets" integer[] NOT NULL,
	"object" text NOT NULL,
	CONSTRAINT "tile_pyramids_screenshot_id_pk" PRIMARY KEY("screenshot_id")
);
--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_screenshot_id_screenshots_id_fk" FOREIGN KEY ("screenshot_id") REFERENCES "public"."screenshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_object_objects_sha256_fk" FOREIGN KEY ("object") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tile_pyramids" ADD CONSTRAINT "tile_pyramids_screenshot_id_screenshots_id_fk" FOREIGN KEY ("screenshot_id") REFERENCES "public"."screenshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tile_pyramids" ADD CONSTRAINT "tile_pyramids_object_objects_sha256_fk" FOREIGN KEY ("object") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "image_variants_of_image" ON "image_variants" USING btree ("account_id","image","variant");--> statement-breakpoint
CREATE INDEX "image_variants_of_object" ON "image_variants" USING btree ("object") WHERE "image_variants"."object" is not null;--> statement-breakpoint
CREATE INDEX "tile_pyramids_of_image" ON "tile_pyramids" USING btree ("account_id","image");--> statement-breakpoint
CREATE INDEX "tile_pyramids_of_object" ON "tile_pyramids" USING btree ("object");