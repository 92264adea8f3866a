/**
 * Geodetic datums within about two metres of WGS 84, as far as continents have moved since: the beginnings of their names
 * in well-known text, in lower case letters and digits, without ESRI's `D_`. Their realizations have longer names.
 */
const NEAR = [
  'wgs1984 wgs84 worldgeodeticsystem1984 itrf internationalterrestrialreferenceframe igs igb',
  // Europe
  'etrs1989 etrs89 etrf europeanterrestrialreference sweref99 irenet95 igm1995 swisstrf1995 estonia1997',
  'latvia1992 lithuania1994 sloveniageodeticdatum1996 croatianterrestrial serbianreferencenetwork1998',
  'serbianspatialreferencesystem2000 moldref99 bhetrs89 bulgariageodeticsystem2005 islandsnet greenland1996',
  'rgf1993 reseaugeodesiquefrancais1993 retedinamica kosovoreferencesystem2001 turkishnationalreferenceframe',
  'redgeodesicadecanarias1995',
  // America
  'northamerican1983 northamericandatum1983 northamericandatumof1983 nad1983 nad83 sirgas',
  'sistemadereferenciageocentrico mexicandatumof1993 mexicoitrf magna marcogeocentrico posgar regven peru96',
  'crsirgas costarica2005 ptra08 rgfg1995 reseaugeodesiquefrancaisguyane1995 reseaugeodesiquedesantilles',
  'bermuda2000 jamaica2001 caymanislandsgeodeticdatum2011',
  // Asia and Africa
  'jgd2000 jgd2011 japanesegeodeticdatum20 koreageodeticdatum2002 geocentricdatumofkorea china2000',
  'chinageodeticcoordinatesystem2000 cgcs2000 twd1997 taiwandatum1997 hongkonggeodetic macao2008 gdm2000',
  'gdbd2009 svy21 datumgeodesinasional1995 sistemreferensigeospasial israeligeodeticdatum2005',
  'iraqigeospatial kingdomofsaudiarabia omannational yemenngn1996 kyrgyzrepublic2006',
  'geodezicheskayasistemakoordinat2011 hartebeesthoek moznet rgr1992 reseaugeodesiquedelareunion1992',
  'reseaugeodesiquedemayotte rgm04',
  // Oceania
  'gda1994 gda94 gda2020 geocentricdatumofaustralia nzgd2000 newzealandgeodeticdatum2000',
  'papuanewguineageodeticdatum1994 reseaugeodesiquedenouvellecaledonie rossseageodetic rossseareg',
  'reseaugeodesiquedelapolynesie tongageodeticdatum2005',
].flatMap((names) => names.split(' '));

/** Whether a datum is nearly WGS 84. */
export function isNearWgs84(datum: string): boolean {
  const name = datum
    .toLowerCase()
    .replace(/^d_/, '')
    .replace(/[^a-z\d]/g, '');
  return NEAR.some((near) => name.startsWith(near));
}
