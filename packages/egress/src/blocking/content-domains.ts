/**
 * Domains that `third-party-web` assigns to an advertiser, a tracker or a chat because of their owner, but that serve
 * content that visitors of other sites need. Some of them serve the owner's whole site.
 */
export const contentDomains: readonly string[] = [
  // Portals, shops and large vendors, with the images and scripts of their sites.
  ...['aol.com', 'aol.co.uk', 'aol.net', 'aolcdn.com', 'blogsmithmedia.com', 'oath.com'],
  ...['yahoo.com', 'yahoo.net', 'yahooapis.com', 'yimg.com', 'zenfs.com', 'hostingprod.com', 'lexity.com'],
  ...['bing.com', 'microsoft.com', 'msn.com', 's-msft.com', 's-msn.com', 'msecnd.net', 'xboxlive.com'],
  ...[
    'apple.com',
    'hp.com',
    'sas.com',
    'salesforce.com',
    'force.com',
    'ibmcloud.com',
    's81c.com',
    'custhelp.com',
  ],
  ...['linkedin.com', 'licdn.com', 'line.me', 'line-scdn.net', 'snapchat.com', 'quora.com', 'spiceworks.com'],
  ...['ebay.com', 'ebayimg.com', 'wayfair.com', 'rakuten-static.com', 'hotukdeals.com', 'wowcher.co.uk'],
  ...['o2.pl', 'wp.pl', 'onet.pl', 's.yimg.jp', 'theguardian.com', 'guardian.co.uk', '01net.com', 'five.tv'],
  ...['snidigital.com', 'answers.com', 'bbb.org', 'rebelmouse.com', 'rbl.ms', 'pagesuite-professional.co.uk'],
  // Shared infrastructure, and domains below which other parties register their own.
  ...['limelight.com', 'llnwd.net', 'cdngc.net', 'net.net'],
  // Platforms and image servers of shops.
  ...['bigcommerce.com', 'tcdn.com.br', 'imageg.net', 'dyn-img.com'],
  ...['amplience.com', 'amplience.net', 'bigcontent.io', 'adis.ws', '10cms.com'],
  // Video players.
  ...['jwpcdn.com', 'jwplatform.com', 'jwplayer.com', 'jwpsrv.com', 'longtailvideo.com', 'ooyala.com'],
  ...['buto.tv', 'vidible.tv', 'delvenetworks.com'],
  // Sign-in and paywalls.
  ...['okta.com', 'gigya.com', 'janrain.com', 'janrainbackplane.com', 'rpxnow.com', 'oneall.com'],
  ...['d3hmp0045zy3cs.cloudfront.net', 'loginradius.com', 'lrcontent.com', 'tinypass.com', 'npttech.com'],
  // Reviews, comments, polls, galleries and product data that pages show.
  ...['trustpilot.com', 'bazaarvoice.com', 'feedmagnet.com', 'yotpo.com', 'feefo.com', 'powerreviews.com'],
  ...['reevoo.com', 'stamped.io', 'judge.me', 'ekomi.com', 'ekomi.de', 'reviews.io', 'reviews.co.uk'],
  ...['avis-verifies.com', 'viafoura.co', 'viafoura.net', 'opinionstage.com', 'easypolls.net', 'poll.fm'],
  ...['polldaddy.com', 'qzzr.com', 'apester.com', 'qmerce.com', 'surveymonkey.com', 'surveygizmo.eu'],
  ...['flockler.com', 'scribblelive.com', 'curalate.com', 'd116tqlcqfmz3v.cloudfront.net', 'foursixty.com'],
  ...['flixcar.com', 'flixfacts.com', 'flixfacts.co.uk', 'flix360.com', 'flixsyndication.net', 'zmags.com'],
  ...['webcollage.net', 'dynamicyield.com', 'searchanise.com', 'clerk.io', 'truefitcorp.com', 'fits.me'],
  ...['wishabi.com', 'wishabi.net', 'd2e0sxz09bo7k2.cloudfront.net', 'revolvermaps.com'],
  // Forms, and the images of landing pages.
  ...[
    'hubspot.com',
    'hubspot.net',
    'hsstatic.net',
    'hsforms.com',
    'hsforms.net',
    'ctctcdn.com',
    'marketo.com',
  ],
  ...['mailchimp.com', 'list-manage.com', 'pardot.com', 'd9hhrg4mnvzow.cloudfront.net'],
  // Help centers. Their chats use separate hosts.
  ...['zendesk.com', 'zdassets.com', 'helpscout.net', 'downloads.intercomcdn.com'],
];
