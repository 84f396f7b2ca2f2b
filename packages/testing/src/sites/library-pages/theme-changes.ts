import type { PageChange } from './library-page.ts';

/** The text that a change replaces in the HTML, and its replacement. */
type Replacement = readonly [from: string, to: string];

/** @param tag the beginning of a start tag, with all of its attributes */
const moved = (tag: string): Replacement => [tag, `${tag} style="position:relative;left:40px"`];
const nextYear: Replacement = ['Your Website 2023', 'Your Website 2024'];

/** The changes for each theme, by theme name. */
export const themeChanges: Record<string, Partial<Record<PageChange, Replacement>>> = {
  'clean-blog': {
    word: ['150 miles up', '150 miles off'],
    price: ['September 24, 2023', 'September 26, 2023'],
    moved: moved('<h2 class="post-title"'),
    color: ['class="btn btn-primary', 'class="btn btn-success'],
  },
  'clean-blog-post': {
    word: ['The Final Frontier', 'The First Frontier'],
    price: ['August 24, 2023', 'August 26, 2023'],
    moved: moved('<blockquote class="blockquote"'),
    color: ['<h2 class="section-heading"', '<h2 class="section-heading text-danger"'],
  },
  agency: {
    word: ['E-Commerce', 'E-Business'],
    price: nextYear,
    moved: moved('<h4 class="my-3"'),
    color: ['btn btn-primary btn-xl', 'btn btn-success btn-xl'],
  },
  creative: {
    word: ['Sturdy Themes', 'Strong Themes'],
    price: ['123-4567', '123-4867'],
    moved: moved('<h2 class="text-center mt-0"'),
    color: ['btn btn-light btn-xl', 'btn btn-warning btn-xl'],
  },
  freelancer: {
    word: ['Graphic Artist', 'Digital Artist'],
    price: ['2215 John', '2216 John'],
    moved: moved('<p class="masthead-subheading font-weight-light mb-0"'),
    color: ['btn-outline-light', 'btn-outline-warning'],
  },
  grayscale: {
    word: ['Misty', 'Mossy'],
    price: nextYear,
    moved: moved('<h2 class="text-white mb-4"'),
    color: ['btn btn-primary" href', 'btn btn-danger" href'],
  },
  'landing-page': {
    word: ['Easy to Use', 'Easy to Run'],
    price: nextYear,
    moved: moved('<p class="lead mb-0"'),
    color: ['class="btn btn-primary" href', 'class="btn btn-danger" href'],
  },
  'new-age': {
    word: ['Device Mockups', 'Device Drawings'],
    price: nextYear,
    moved: moved('<h2 class="display-4 lh-1 mb-4"'),
    color: ['btn btn-primary rounded-pill', 'btn btn-success rounded-pill'],
  },
  'one-page-wonder': {
    word: ['We salute you!', 'We accept you!'],
    price: nextYear,
    moved: moved('<h2 class="display-4"'),
    color: ['btn btn-primary btn-xl', 'btn btn-success btn-xl'],
  },
  resume: {
    word: ['Clarence\n', 'Clarissa\n'],
    price: ['March 2013 - Present', 'March 2015 - Present'],
    moved: moved('<div class="subheading mb-5"'),
    color: ['<span class="text-primary">Taylor', '<span class="text-success">Taylor'],
  },
  'shop-homepage': {
    word: ['Fancy Product', 'Plain Product'],
    price: ['$40.00 - $80.00', '$40.00 - $70.00'],
    moved: ['<div class="col mb-5">', '<div class="col mb-5 order-last">'],
    color: ['badge bg-dark', 'badge bg-danger'],
  },
  'sb-admin': {
    word: ['Warning Card', 'Caution Card'],
    price: ['$320,800', '$320,900'],
    moved: moved('<ol class="breadcrumb mb-4"'),
    color: ['card bg-warning', 'card bg-info'],
  },
  'gentelella-index': {
    word: ['Create report', 'Export report'],
    price: ['2,500', '2,800'],
    moved: moved('<div class="stat-subtext"'),
    color: ['stat-icon teal', 'stat-icon red'],
  },
  'gentelella-index2': {
    word: ['Traffic overview</h1>', 'Traffic analysis</h1>'],
    price: ['42,871', '42,671'],
    moved: moved('<div class="stat-subtext"'),
    color: ['stat-icon teal', 'stat-icon red'],
  },
  'gentelella-chartjs': {
    word: ['Revenue trend', 'Revenue chart'],
    price: ['12-month area', '10-month area'],
    moved: moved('<div class="card-subtitle"'),
    color: ['btn btn-primary">', 'btn btn-danger">'],
  },
  'gentelella-media-gallery': {
    word: ['Upload</button>', 'Import</button>'],
    price: ['<span>v4.2.0', '<span>v4.3.0'],
    moved: moved('<h1 class="page-title"'),
    color: ['btn btn-primary">', 'btn btn-danger">'],
  },
  'gentelella-tables-dynamic': {
    word: ['>Orders</div>', '>Offers</div>'],
    price: ['25/page', '20/page'],
    moved: moved('<div class="card-subtitle"'),
    color: ['btn btn-primary">', 'btn btn-danger">'],
  },
  'gentelella-landing': {
    word: ['Zero jQuery</span>', 'With jQuery</span>'],
    price: ['>16</div>', '>18</div>'],
    moved: moved('<p class="subhead"'),
    color: ['background:var(--primary-lt)', 'background:#fde2e2'],
  },
  // The first slide has no number.
  reveal: {
    word: ['<h3>The HTML', '<h3>The Page'],
    moved: moved('<h3'),
    color: ['<h3>', '<h3 style="color:#e0a030">'],
  },
};
