/**
 * Defines the operators of Illustrator files before version 9, which name the procedures of Adobe's that draw them, and mostly
 * have none: paths, colours, strokes, compound and clipping paths, layers, and pictures in hexadecimal digits. Others (text,
 * gradients, patterns) stay undefined, so that a drawing with them is refused, and not drawn in part. Files that have the
 * procedures replace these.
 * @see Adobe Illustrator File Format Specification (1998), "Script body operators"
 */
export const ILLUSTRATOR_PROLOG = `
userdict begin
[/Adobe_packedarray /Adobe_cmykcolor /Adobe_cshow /Adobe_customcolor /Adobe_pattern_AI3 /Adobe_pattern_AI5
 /Adobe_typography_AI3 /Adobe_typography_AI5 /Adobe_IllustratorA_AI3 /Adobe_Illustrator_AI3 /Adobe_Illustrator_AI5 /Adobe_level2_AI5
 /Adobe_ColorImage_AI6 /Adobe_shading_AI8 /Adobe_blend_AI5 /AGM_Gradient /AGM_Gradient_Sep]
{ 2 dict dup /initialize {} put dup /terminate {} put def } forall

% Paths.
/m {moveto} def  /L {lineto} def  /l {lineto} def  /C {curveto} def  /c {curveto} def
/V {currentpoint 6 2 roll curveto} def  /v {V} def
/Y {2 copy curveto} def  /y {Y} def

% Colours, as procedures that set them. Those with a name have a tint, which is 0 for all of the colour.
/ai.gray {[ exch /setgray cvx ] cvx} def
/ai.rgb {[ 4 1 roll /setrgbcolor cvx ] cvx} def
/ai.cmyk {[ 5 1 roll /setcmykcolor cvx ] cvx} def
/ai.process {count 7 ge {7 3 roll 4 {pop} repeat} if ai.rgb} def
/ai.named {exch pop 1 exch sub /ai.tint exch def 4 {ai.tint mul 4 1 roll} repeat ai.cmyk} def
/ai.general {
  /ai.kind exch def
  ai.kind 1 eq {
    exch pop 1 exch sub /ai.tint exch def 3 {1 exch sub ai.tint mul 1 exch sub 3 1 roll} repeat ai.rgb
    count 5 ge {5 1 roll 4 {pop} repeat} if
  } {ai.named} ifelse
} def
/g {ai.gray /ai.fill exch def} def     /G {ai.gray /ai.stroke exch def} def
/k {ai.cmyk /ai.fill exch def} def     /K {ai.cmyk /ai.stroke exch def} def
/x {ai.named /ai.fill exch def} def    /X {ai.named /ai.stroke exch def} def
/Xa {ai.process /ai.fill exch def} def /XA {ai.process /ai.stroke exch def} def
/Xx {ai.general /ai.fill exch def} def /XX {ai.general /ai.stroke exch def} def
0 g 0 G

% Painting. Compound paths are painted at their ends, as the last of their paths; nothing of hidden layers is painted.
/ai.even false def /ai.compound 0 def /ai.hidden false def /ai.filled false def /ai.stroked false def
/ai.paint {
  /ai.stroked exch def /ai.filled exch def
  ai.compound 0 eq {
    ai.hidden not {
      ai.filled {gsave ai.fill ai.even {eofill} {fill} ifelse grestore} if
      ai.stroked {gsave ai.stroke stroke grestore} if
    } if
    newpath
  } if
} def
/N {false false ai.paint} def  /n {closepath N} def
/F {true false ai.paint} def   /f {closepath F} def
/S {false true ai.paint} def   /s {closepath S} def
/B {true true ai.paint} def    /b {closepath B} def
/H {} def                      /h {closepath} def
/*u {/ai.compound ai.compound 1 add def} def
/*U {/ai.compound ai.compound 1 sub def ai.compound 0 eq {ai.filled ai.stroked ai.paint} if} def
/W {ai.even {eoclip} {clip} ifelse} def
/q {gsave} def  /Q {grestore} def  /u {} def  /U {} def
/* {newpath} def

% Attributes.
/j {setlinejoin} def  /J {setlinecap} def  /M {setmiterlimit} def  /w {setlinewidth} def  /d {setdash} def
/XR {1 eq /ai.even exch def} def
/A {pop} def  /O {pop} def  /R {pop} def  /i {pop} def  /D {pop} def  /Ap {pop} def  /Ar {pop} def  /Ae {pop} def
/XT {pop pop} def  /XW {pop pop} def  /Xw {pop} def  /XP {pop} def  /Xy {5 {pop} repeat} def
/Lb {count 1 sub {pop} repeat 0 eq /ai.hidden exch def} def
/LB {/ai.hidden false def} def  /Ln {pop} def
/annotatepage {} def

% Swatches: what is drawn with them is refused.
/Bn {pop} def  /Bd {} def  /BD {count {pop} repeat} def  /E {BD} def  /@ {} def  /& {} def

% Pictures of rows in comments of hexadecimal digits: grey, RGB or CMYK of 8 bits a sample.
/ai.digits 1024 string def  /ai.samples 512 string def
/ai.row {
  {currentfile ai.digits readline {dup length 1 gt {exit} if pop} {exit} ifelse} loop
  dup length 1 sub 1 exch getinterval /ASCIIHexDecode filter ai.samples readstring pop
} def
/XG {pop pop} def  /Xh {pop pop pop pop} def  /XH {} def  /XF {} def
/XI {
  or or or 0 ne {ai.unsupported} if
  /ai.kind exch def /ai.bits exch def /ai.across exch def /ai.down exch def
  4 {pop} repeat
  gsave concat
  ai.across ai.down ai.bits [1 0 0 -1 0 0] {ai.row} false ai.kind colorimage
  grestore
} def
end`;
